import { describe, expect, it } from "vitest";
import { localPlaneAt } from "../../geometry/local-plane.ts";
import { controlFit, controlRefusal, type ControlPoint } from "./control-point.ts";
import { movedBy } from "./pose.ts";

const origin = [14.2, 47.9] as const;
const plane = localPlaneAt(origin);

/** A point of the plant, and where the picture shows it. */
const point = (
  place: readonly [number, number],
  seen: readonly [number, number],
): ControlPoint => ({
  place: plane.toLonLat(...place),
  seen: plane.toLonLat(...seen),
});
/** Turned about the origin by hand, not by the code under test. */
const turned = ([x, y]: readonly [number, number], angle: number, scale = 1) =>
  [
    scale * (Math.cos(angle) * x - Math.sin(angle) * y),
    scale * (Math.sin(angle) * x + Math.cos(angle) * y),
  ] as const;
const refusalOf = (points: readonly ControlPoint[], extent_m = 0) =>
  controlRefusal({ points, origin, extent_m });

describe("control points", () => {
  it("give shift and turn, and lie on the movement", () => {
    const places = [
      [0, 0],
      [60, 5],
      [30, 40],
    ] as const;
    const points = places.map((place) => {
      const [x, y] = turned(place, 0.01, 1.002);
      return point(place, [x + 6, y - 3]);
    });
    const fit = controlFit(points, origin)!;
    expect(fit.pose.turn).toBeCloseTo(0.01, 6);
    expect(fit.pose.scale).toBeCloseTo(1.002, 6);
    expect(fit.residual_m).toBeLessThan(1e-4);
    const [x, y] = movedBy(fit.pose, fit.middle)(10, 20);
    const wanted = turned([10, 20], 0.01, 1.002);
    expect(x).toBeCloseTo(wanted[0] + 6, 3);
    expect(y).toBeCloseTo(wanted[1] - 3, 3);
    expect(refusalOf(points)).toBeNull();
  });

  it("of two keep their distance as it is, so that each lies beside by half of what differs", () => {
    const points = [point([0, 0], [1, 0]), point([40, 0], [41.2, 0])];
    const fit = controlFit(points, origin)!;
    expect(fit.pose.scale).toBe(1);
    expect(fit.residuals[0]).toBeCloseTo(0.1, 3);
    expect(fit.residuals[1]).toBeCloseTo(0.1, 3);
  });

  it.each([
    ["control_count", [point([0, 0], [1, 0])], 0],
    ["control_close", [point([0, 0], [1, 0]), point([8, 0], [9, 0])], 0],
    ["control_close", [point([0, 0], [1, 0]), point([20, 0], [21, 0])], 100],
    ["control_twice", [point([0, 0], [1, 0]), point([40, 0], [2, 0.5])], 0],
    ["control_far", [point([0, 0], [60, 0]), point([40, 0], [100, 0])], 0],
    ["control_residual", [point([0, 0], [1, 0]), point([40, 0], [42, 0])], 0],
    ["control_turned", [point([0, 0], [0, 0]), point([40, 0], turned([40, 0], 0.1))], 0],
    [
      "control_residual",
      [point([0, 0], [0, 0]), point([40, 0], [40, 0]), point([40, 30], [41.5, 30])],
      0,
    ],
  ] as const)("are refused with %s", (reason, points, extent_m) => {
    expect(refusalOf(points, extent_m)).toMatchObject({ reason, field: "points" });
  });

  it("name the point that lies furthest beside", () => {
    const points = [
      point([0, 0], [0, 0]),
      point([40, 0], [40, 0]),
      point([40, 30], [40, 30]),
      point([0, 30], [0.9, 30]),
    ];
    expect(refusalOf(points)?.values).toMatchObject({ point: 4 });
  });

  it("may all be taken away", () => {
    expect(refusalOf([])).toBeNull();
  });
});
