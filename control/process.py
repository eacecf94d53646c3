"""The control process: attach to a node, answer each state with a command, publish what it thinks.

Control is a function of the states; this is the loop around it that owns the sockets.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import msgpack
import zmq

from config import Robot, ScansorError
from control.controller import Controller, Decision
from firmware_bridge.contract import Command, MessageError, Safety, State
from firmware_bridge.links import Links, Publisher, has_message
from firmware_bridge.operator_client import NodeSilent, OperatorClient, RequestRefused
from firmware_bridge.run_directory import RunDirectory

_STATE_QUEUE = 64
_SILENCE_MS = 1000  # without a state, ask whether the node still lives
_REHEARSAL = 20  # answers, of which all but the first few are quick
_LEASE_AGAIN = 1.0  # s between attempts to hold command again after it was lost


class NodeVanished(ScansorError):
    """The node that was controlled is gone, or another one has taken its place."""


class ControlProcess:
    """Commands one robot until told to stop.

    Args:
        robot: the robot as the controller believes it to be.
        links: the process's sockets.
        run: where its node is found.
        make_controller: called with the facts of the node's hardware; may refuse by raising.
        name: who holds command, for people.
        publish: whether to send telemetry to a hub.
    """

    def __init__(
        self,
        robot: Robot,
        links: Links,
        run: RunDirectory,
        make_controller: Callable[[Mapping[str, str]], Controller],
        *,
        name: str = "control",
        publish: bool = True,
    ) -> None:
        self._robot, self._links, self._run = robot, links, run
        self._make_controller, self._name, self._publish = make_controller, name, publish
        self._token = b""
        self._seq = 0
        self._answered: tuple[int, bytes] | None = None
        self._lease_tried = 0.0

    def attach(self, patience: float = 10.0) -> None:
        """Find the node, make the controller, and take the command lease.

        Raises:
            NodeSilent: there is no node.
            ScansorError: the controller refuses the job.
            RequestRefused: somebody else holds command; names the holder.
        """
        self._client = OperatorClient(self._links, self._run, self._robot.name, self._name)
        facts = self._client.snapshot(patience)
        self._session: str = facts["session"]
        self._controller = self._make_controller(facts["facts"])
        self._states = self._links.connect(
            zmq.SUB, self._run.address("state"), RCVHWM=_STATE_QUEUE, RCVTIMEO=_SILENCE_MS
        )
        self._states.setsockopt(zmq.SUBSCRIBE, b"")
        self._commands = self._links.connect(zmq.PUB, self._run.address("command"))
        self._telemetry = Publisher(
            self._links,
            self._run,
            self._robot.name,
            lossless=facts["clock"] == "lockstep",
            enabled=self._publish,
        )
        if facts["clock"] != "lockstep":  # lockstep waits for the first answer, and has no states
            self._rehearse(self._make_controller(facts["facts"]))
        self._take_lease()

    def run(self, should_stop: Callable[[], bool] = lambda: False) -> None:
        """Answer states until `should_stop`; then give the lease back.

        Raises:
            NodeVanished: the node is gone.
        """
        try:
            while not should_stop():
                try:
                    newest = self._states.recv()
                except zmq.Again:
                    self._look_for_node()
                else:
                    self._answer_all(newest)
        finally:
            self._release()

    def _rehearse(self, stand_in: Controller) -> None:
        """Go through a few answers with a stand-in of the controller, before command is ours.

        The first step of a process is a slow one: linear algebra claims its memory, which is locked
        page by page, and code is met for the first time. A robot that was armed would not wait.
        """
        try:
            state = State.decode(self._states.recv(), self._robot.joint_names)
        except (zmq.Again, MessageError):
            return  # nothing to rehearse with; the node judges how late we are
        for k in range(_REHEARSAL):
            safety = Safety.READY if k == 0 else Safety.RUNNING
            t = state.t + k * self._robot.node.period
            decision = stand_in.step(replace(state, seq=k, t=t, safety=safety))
            self._command(state, decision).encode()
            msgpack.packb(dict(decision.streams))
        while has_message(self._states):
            self._states.recv()  # what came in the meantime is too old to be answered

    def _answer_all(self, first: bytes) -> None:
        """Step through every state that waits; only the newest still wants an answer."""
        frames = [first]
        while len(frames) < _STATE_QUEUE and has_message(self._states):
            frames.append(self._states.recv())
        for frame in frames[:-1]:
            self._answer(frame, send=False)
        self._answer(frames[-1], send=True)

    def _answer(self, frame: bytes, *, send: bool) -> None:
        try:
            state = State.decode(frame, self._robot.joint_names)
        except MessageError:
            return  # the node repeats or goes on; a state half understood is worse than none
        if state.session != self._session:
            raise NodeVanished(
                f"the node of {self._robot.name} was replaced by another run; start control again"
            )
        if self._answered and self._answered[0] == state.seq:
            self._commands.send(self._answered[1])  # a repeat gets the identical answer
            return
        decision = self._controller.step(state)
        if send:
            answer = self._command(state, decision).encode()
            self._commands.send(answer)
            self._answered = (state.seq, answer)
        for stream, message in decision.streams.items():
            self._telemetry.send(stream, state.t, state.timestamp, message, seq=state.seq)
        self._keep_lease(state)

    def _command(self, state: State, decision: Decision) -> Command:
        self._seq += 1
        return Command(
            session=self._session,
            seq=self._seq,
            state_seq=state.seq,
            t=state.t,
            token=self._token,
            joints=state.joints,
            mode=decision.setpoints.mode,
            position=decision.setpoints.position,
            velocity=decision.setpoints.velocity,
            effort=decision.setpoints.effort,
        )

    def _keep_lease(self, state: State) -> None:
        """Hold command again once a latched robot was cleared; that alone moves nothing."""
        if state.safety in (Safety.STOPPED, Safety.FAULTED):
            self._token = b""
        lost = state.safety is Safety.READY and state.command_seq is None
        if lost and time.monotonic() - self._lease_tried > _LEASE_AGAIN:
            try:
                self._take_lease()
            except (RequestRefused, NodeSilent):
                return  # the holder, or the node's end, is somebody's intention

    def _take_lease(self) -> None:
        self._lease_tried = time.monotonic()
        reply: Mapping[str, Any] = self._client.ask("lease").data
        self._token = reply["token"]

    def _look_for_node(self) -> None:
        try:
            session = self._client.snapshot(patience=2.0)["session"]
        except NodeSilent as silence:
            raise NodeVanished(f"the node vanished: {silence}") from None
        if session != self._session:
            raise NodeVanished(
                f"the node of {self._robot.name} was replaced by another run; start control again"
            )

    def _release(self) -> None:
        if self._token:
            try:
                self._client.ask("release", token=self._token, patience=0.5)
            except (NodeSilent, RequestRefused):
                return  # the lease has ended already, or ends with the node
