"""Requests and replies on the wire.

Not covered: what a request does (test_operator_channel, test_supervisor).
"""

from typing import Any

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.contract import MessageError, Reply, Request

counts = st.integers(min_value=0, max_value=2**64 - 1)
GOOD = {
    "request": Request(3, "arm", "tester", b"nonce", b"token").encode(),
    "reply": Reply(3, True, "done", {"nonce": b"n"}).encode(),
}
DECODE = {"request": Request.decode, "reply": Reply.decode}


@given(st.builds(Request, counts, st.text(), st.text(), st.binary(), st.binary()))
def test_a_request_survives_the_wire(request_: Request):
    assert Request.decode(request_.encode()) == request_


@given(st.builds(Reply, counts, st.booleans(), st.text(), st.dictionaries(st.text(), st.text())))
def test_a_reply_survives_the_wire(reply: Reply):
    assert Reply.decode(reply.encode()) == reply


@pytest.mark.parametrize(
    ("kind", "key", "value"),
    [
        *[("request", "id", value) for value in (None, True, -1, "1", 1.0)],
        *[("request", "request", value) for value in (None, 1, b"arm", ["arm"])],
        *[("request", "name", value) for value in (None, 1, b"x")],
        *[("request", "nonce", value) for value in (None, "nonce", 1)],
        *[("request", "token", value) for value in (None, "token", True)],
        *[("request", "v", value) for value in (None, 2, True, "1")],
        *[("reply", "id", value) for value in (None, True, -1, "1")],
        *[("reply", "done", value) for value in (None, 1, 0, "no", "false")],
        *[("reply", "reason", value) for value in (None, 1, b"")],
        *[("reply", "data", value) for value in (None, [], "x", {b"x": 1})],
    ],
    ids=lambda value: repr(value),
)
def test_a_wrong_field_refuses_the_message_and_is_named(kind: str, key: str, value: Any):
    frame = msgpack.packb(msgpack.unpackb(GOOD[kind]) | {key: value})
    with pytest.raises(MessageError) as caught:
        DECODE[kind](frame)
    assert key in caught.value.field


def test_a_request_may_leave_its_secrets_out():
    message = msgpack.unpackb(GOOD["request"])
    del message["nonce"], message["token"]
    assert Request.decode(msgpack.packb(message)) == Request(3, "arm", "tester")


def test_a_secret_of_the_wrong_type_is_not_shown():
    frame = msgpack.packb(msgpack.unpackb(GOOD["request"]) | {"token": "hush"})
    with pytest.raises(MessageError) as caught:
        Request.decode(frame)
    assert "hush" not in str(caught.value)


@settings(max_examples=200, deadline=None)
@given(kind=st.sampled_from([*GOOD]), frame=st.binary(max_size=100))
def test_random_bytes_do_no_worse_than_be_refused(kind: str, frame: bytes):
    with pytest.raises(MessageError):
        DECODE[kind](frame)


@settings(max_examples=300, deadline=None)
@given(kind=st.sampled_from([*GOOD]), place=st.integers(0, 1000), byte=st.integers(0, 255))
def test_a_frame_with_one_byte_changed_is_taken_or_refused(kind: str, place: int, byte: int):
    frame = bytearray(GOOD[kind])
    frame[place % len(frame)] = byte
    try:
        DECODE[kind](bytes(frame))
    except MessageError as error:
        assert error.field
