"""The numbers behind the wheeled climber's figures, against tests/data and the project's issue.

Numbers without a file are those of the reference mechanics, sections 1.1, 1.5 and 1.6. Not covered:
the printed formulation's theta below tolerance 1e-3, and pixels.
"""

import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from lab.figures.wheeled_climber import (
    friction,
    friction_figure,
    models,
    off_path,
    off_path_figure,
    path_figures,
    runs,
    tables,
    tolerance,
    tolerance_figure,
    torque_figures,
)
from lab.figures.wheeled_climber.ode45 import ode45
from lab.figures.wheeled_climber.setting import paper_setting

DATA = Path(__file__).parents[1] / "data"
LARGEST_FILE = 150_000  # bytes


def reference(name: str):
    return json.loads((DATA / f"{name}.json").read_text())


def assert_drawn(files, count: int):
    assert len(files) == count
    for file in files:
        assert 5_000 < file.stat().st_size < LARGEST_FILE
        with Image.open(file) as picture:
            assert picture.size[0] in (1100, 1200)


@pytest.fixture(scope="module")
def tolerance_study():
    return tolerance.study((1e-3, 1e-4, 1e-5, 1e-6))


@pytest.fixture(scope="module")
def off_path_study():
    return {one.name: one for one in off_path.study()}


@pytest.fixture(scope="module")
def friction_study():
    return friction.study()


class TestPaths:
    """Figures 2 to 11."""

    def test_errors_at_the_papers_tolerance(self):
        numeric, modified = runs.paper_runs()
        assert np.abs(numeric.error[:2]).max() < 1e-9
        assert np.abs(modified.error[:2]).max() < 1e-9
        assert np.abs(modified.error[:2]).max() < 0.2 * np.abs(numeric.error[:2]).max()
        for run in (numeric, modified):
            assert run.t[[0, -1]].tolist() == [0.0, 20.0]
            assert np.abs(run.slip).max() < 1e-9
            assert np.abs(run.error[2]).max() < 1e-9
            assert run.exact[2, -1] == pytest.approx(19.78006407, abs=1e-8)

    def test_start_is_the_papers(self):
        q, velocity = paper_setting().start()
        assert q.tolist() == [0.0, -6.0, 0.0]
        assert velocity == pytest.approx([10.0, 0.0, 0.6])

    def test_drawn(self, tmp_path):
        assert_drawn(path_figures.draw(runs.paper_runs(), tmp_path), 2)
        assert tables.paths(runs.paper_runs()).row_count == 2


class TestTorques:
    """Figures 12 and 13."""

    def test_of_the_run_are_the_closed_form(self):
        along = runs.torques_along(runs.paper_runs().numeric)
        assert len(along) == pytest.approx(1001, abs=10)
        for at in along:
            assert at.run == pytest.approx(at.exact, abs=1e-9)
            assert sum(at.printed) == pytest.approx(sum(at.exact), abs=1e-9)
        right = max(along, key=lambda at: at.exact.right)
        assert right.exact.right == pytest.approx(1.5205, abs=1e-4)
        assert right.t % (2 * np.pi) == pytest.approx(1.876, abs=0.02)

    def test_table_of_the_path(self):
        rows = {row["t"]: row for row in reference("wheeled_paper_eq25")["rows"]}
        for at in runs.torques_on_path():
            assert at.exact == pytest.approx(rows[at.t]["exact_tau"], abs=1e-9)
            assert at.run == pytest.approx(rows[at.t]["exact_tau"], abs=1e-9)
            assert at.printed == pytest.approx(rows[at.t]["paper_tau"], abs=1e-8)
            assert at.imaginary == pytest.approx(rows[at.t]["paper_Qc_imag_max"], abs=1e-8)

    def test_eq_24_is_complex_on_a_share_of_every_lap(self):
        printed = models.printed_formulation(paper_setting())
        assert printed.drag == pytest.approx(56.4)
        beyond = np.degrees(printed.complex_beyond())
        assert beyond == pytest.approx(170.16, abs=0.01)
        along = runs.torques_along(runs.paper_runs().numeric)
        headings = [abs(np.degrees(np.angle(np.exp(1j * heading(at.t))))) for at in along]
        for at, degrees in zip(along, headings, strict=True):
            if abs(degrees - beyond) > 0.1:
                assert (at.imaginary > 1e-6) == (degrees > beyond)

    def test_printed_heading_is_not_the_robots(self):
        """Eq. 10 gives x and y their accelerations exactly, and theta another."""
        printed = models.printed_formulation(paper_setting())
        for row in reference("wheeled_paper_eq25")["rows"]:
            setting = paper_setting()
            point, wanted = setting.at(row["t"]), setting.position(row["t"], order=2)
            velocity = [*setting.position(row["t"], order=1), point.omega]
            found = printed.acceleration(point.heading, velocity, wanted)
            assert found[:2] == pytest.approx(wanted, abs=1e-9)
            assert found[2] == pytest.approx(row["paper_thetadd"], abs=1e-6)

    def test_drawn(self, tmp_path):
        along = runs.torques_along(runs.paper_runs().numeric, spacing=0.1)
        assert_drawn(torque_figures.draw(along, tmp_path), 1)
        assert tables.torques(runs.torques_on_path()).row_count == 7


def heading(t: float) -> float:
    return paper_setting().at(t).heading


class TestTolerance:
    @pytest.mark.parametrize(
        ("model", "integrator", "modified", "x", "y"),
        [
            ("four rows", "RK45", False, 0.73, 0.55),
            ("four rows", "ode45", False, 0.086, 0.061),
            ("four rows", "ode45", True, 5e-6, 2e-6),
            ("no yaw moment", "ode45", False, 1.75e-3, 1.66e-3),
            ("no yaw moment", "ode45", True, 1.3e-3, 8e-4),
            ("as printed", "ode45", False, 1.4e-9, 5e-10),
            ("as printed", "ode45", True, 2e-11, 9e-11),
            ("open loop", "RK45", False, 0.76, 1.40),
        ],
    )
    def test_at_the_default_tolerance(self, tolerance_study, model, integrator, modified, x, y):
        """The table of section 1.1: to its one or two digits."""
        curve = tolerance_study.curve(model, integrator, modified=modified)
        assert curve.tolerances[0] == 1e-3
        assert curve.errors[0] == pytest.approx((x, y), rel=0.25)

    def test_error_falls_with_tolerance(self, tolerance_study):
        for curve in tolerance_study.curves:
            if curve.model == "as printed":
                continue  # one tolerance only
            for coarse, fine in zip(curve.errors, curve.errors[1:], strict=False):
                assert max(fine) < 0.5 * max(coarse), curve
            assert max(curve.errors[-1]) < 2e-3 * max(curve.errors[0])

    def test_papers_size_only_at_a_loose_tolerance(self, tolerance_study):
        """0.6 m in y needs 1e-3; a decade finer nothing comes near it."""
        at_default = [curve.errors[0].y for curve in tolerance_study.curves]
        assert any(0.3 < y < 1.2 for y in at_default)
        finer = [curve.errors[1].y for curve in tolerance_study.curves if len(curve.errors) > 1]
        assert max(finer) < 0.05

    def test_constant_velocity_error(self, tolerance_study):
        drift = tolerance_study.velocity_error
        assert drift.numeric.y == pytest.approx(0.600, abs=1e-9)
        assert drift.modified.y < 1e-11
        assert drift.numeric.x < 1e-11

    def test_unknown_curve(self, tolerance_study):
        with pytest.raises(KeyError):
            tolerance_study.curve("four rows", "Euler")

    def test_drawn(self, tolerance_study, tmp_path):
        assert_drawn(tolerance_figure.draw(tolerance_study, tmp_path), 1)
        assert tables.tolerances(tolerance_study).row_count == 9


class TestOde45:
    def test_harmonic_oscillator(self):
        for relative in (1e-3, 1e-6, 1e-9):
            steps = ode45(lambda t, y: [y[1], -y[0]], 10.0, [0.0, 1.0], relative, 1e-3 * relative)
            assert steps.t[[0, -1]].tolist() == [0.0, 10.0]
            assert (np.diff(steps.t) > 0.0).all()
            assert np.diff(steps.t).max() <= 1.0 + 1e-12  # a tenth of the interval
            assert np.abs(steps.y[0] - np.sin(steps.t)).max() < 20.0 * relative

    def test_steps_that_shrink_to_nothing(self, monkeypatch):
        monkeypatch.setattr("lab.figures.wheeled_climber.ode45._MOST_STEPS", 200)
        with pytest.raises(RuntimeError, match="200 steps reached only t = "):
            ode45(lambda t, y: y * y, 2.0, [1.0], 1e-6, 1e-9)  # 1 / (1 - t)


class TestOffPath:
    @pytest.mark.parametrize(
        ("name", "settled", "torque", "lateral", "yaw_acceleration"),
        [
            ("look-ahead 0.3 m, α = 2", 2.95, 1.558, 86.5, 6.7),
            ("look-ahead 1 m, α = 2", 3.03, 1.558, 84.4, 2.0),
            ("look-ahead 1 m, α = 3", 1.99, 1.558, 89.2, 4.5),
            ("dynamic linearisation, pole −2", 3.76, 1.558, 81.4, 1.3),
            ("dynamic linearisation, pole −3", 2.51, 1.558, 84.2, 1.35),
        ],
    )
    def test_laws_that_arrive(
        self, off_path_study, name, settled, torque, lateral, yaw_acceleration
    ):
        one = off_path_study[name]
        assert one.settled == pytest.approx(settled, abs=0.01)
        assert one.left < 1e-11
        assert one.most.torque == pytest.approx(torque, abs=1e-3)
        assert one.most.lateral == pytest.approx(lateral, abs=0.1)
        assert one.most.yaw_acceleration == pytest.approx(yaw_acceleration, abs=0.05)
        assert one.most.slip == 0.0

    @pytest.mark.parametrize("name", ["no stabilisation", "eq. 30"])
    def test_laws_that_never_arrive(self, off_path_study, name):
        one = off_path_study[name]
        assert one.settled is None
        assert one.error == pytest.approx(0.5, abs=1e-6)
        assert one.most.slip < 1e-6

    def test_baumgarte_on_x_and_y_breaks_no_slip(self, off_path_study):
        one = off_path_study["x, y Baumgarte, α = 2"]
        assert one.settled == pytest.approx(3.485, abs=0.01)
        assert one.most.slip == pytest.approx(0.295, abs=1e-3)

    def test_drawn(self, off_path_study, tmp_path):
        assert_drawn(off_path_figure.draw(list(off_path_study.values()), tmp_path), 1)
        assert tables.returns(list(off_path_study.values())).row_count == 8


class TestFriction:
    def run(self, friction_study, feed_forward, plant="as believed", *, observed=False):
        return next(
            case.run
            for case in friction_study
            if (case.feed_forward, case.plant, case.observer > 0.0)
            == (feed_forward, plant, observed)
        )

    def test_in_kind_as_the_reference(self, friction_study):
        """Each step helps tenfold, and a fifth of wrong friction costs it all."""
        none, coulomb = self.run(friction_study, "none"), self.run(friction_study, "Coulomb only")
        stribeck = self.run(friction_study, "Stribeck")
        assert none.rms == pytest.approx(0.242, abs=0.005)
        assert none.largest_after_3_s == pytest.approx(0.309, abs=0.005)
        assert coulomb.rms == pytest.approx(0.024, abs=0.003)
        assert stribeck.rms < 0.0104
        assert stribeck.largest_after_3_s < 1e-3
        assert 0.05 < self.run(friction_study, "Stribeck", "+20 %").rms < 0.15
        assert 0.05 < self.run(friction_study, "Stribeck", "−20 %").rms < 0.15

    @pytest.mark.parametrize("plant", ["as believed", "+20 %", "−20 %"])
    def test_observer_brings_it_back(self, friction_study, plant):
        run = self.run(friction_study, "Stribeck", plant, observed=True)
        assert run.rms < 0.005
        assert run.largest_after_3_s < 1e-3

    def test_look_ahead_is_well_below_the_tightest_radius(self):
        robot, climber = friction.bench()
        radius = robot.path.semi_axis_y**2 / robot.path.semi_axis_x
        assert radius == pytest.approx(0.09)
        assert robot.controller.look_ahead < 0.5 * radius
        assert climber.effective_mass == robot.body.mass

    def test_same_look_ahead_as_the_reference(self):
        """At l = 0.1 m, beyond the tightest radius, the reference's numbers come out."""
        _, climber = friction.bench()
        run = friction.follow(climber.seal, friction.scaled(climber.seal, 1.2), look_ahead=0.1)
        assert run.rms == pytest.approx(0.1315, rel=0.03)
        assert run.largest_after_3_s == pytest.approx(0.1992, rel=0.03)

    def test_drawn(self, friction_study, tmp_path):
        assert_drawn(friction_figure.draw(friction_study, tmp_path), 1)
        assert tables.friction(friction_study).row_count == 8
