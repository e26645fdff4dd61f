import { expect, it } from "vitest";
import type { Spot } from "../ground/flight-ground.ts";
import { overTerrain, type Corner } from "./flight-path.ts";

const corner = (spot: Spot, damping: number): Corner => ({
  spot,
  speed: 5,
  photos: false,
  damping,
});

// DJI's apps refuse a leg that is shorter than the curves at both of its ends (reference/flight.md 1.6).
it("a waypoint that a ridge adds beside a curve leaves room for it", () => {
  const path = [
    corner([0, 0], 0),
    corner([100, 0], 10),
    corner([100, 100], 10),
    corner([0, 100], 0),
  ];
  // A cliff of 12 m, ten metres behind the first curve.
  const bent = overTerrain(path, ([, y]) => (y > 11 ? 12 : 0), 3);
  expect(bent.length).toBeGreaterThan(path.length);
  for (const [i, to] of bent.slice(1).entries()) {
    const from = bent[i]!;
    const metres = Math.hypot(to.spot[0] - from.spot[0], to.spot[1] - from.spot[1]);
    expect(from.damping + to.damping).toBeLessThan(metres);
  }
});
