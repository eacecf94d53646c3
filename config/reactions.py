"""What a robot does when something is lost: the reaction table of its file."""

from enum import StrEnum

from pydantic import BaseModel, ConfigDict, field_validator


class Reaction(StrEnum):
    """What the joints do from now on.

    continue: nothing changes; hold: keep the last goal; brake: zero speed held by board or driver;
    damp: shorted or viscous; coast: zero torque; off: torque disabled.
    """

    CONTINUE = "continue"
    HOLD = "hold"
    BRAKE = "brake"
    DAMP = "damp"
    COAST = "coast"
    OFF = "off"


class ReactionTable(BaseModel):
    """Fault or loss -> reaction. There is no default: the author of a robot decides each line."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    command_loss: Reaction
    """Never `continue`: a dead commander's last command would rule for ever."""
    stop: Reaction
    exit: Reaction
    joint_stale: Reaction
    joint_limp: Reaction
    low_pressure: Reaction
    driver_lost: Reaction

    @field_validator("command_loss")
    @classmethod
    def _ends_a_lost_command(cls, value: Reaction) -> Reaction:
        if value is Reaction.CONTINUE:
            raise ValueError(
                "'continue' would let a dead commander's last command rule for ever; "
                "write what the joints do without one, as brake or hold"
            )
        return value
