// The dots stand over what carries their parts, however high that is.
import type { Atom } from "jotai";
import { expect, test } from "vitest";
import { standScene, standStore, standValues } from "../../../tests/e2e/map/scene.ts";
import { dimensionDefaults } from "../../domain/twin-view/dimension.ts";
import { dimensionsAtom, poseAtom } from "../../state/map/space.ts";
import { levelsAtom } from "../component/level.ts";
import { restingViewAtom } from "./resting-view.ts";
import { dotHeightAtom } from "./urgent-marks.ts";

const TILT_DEG = 20;
/** Sines of the tilt, and of the 60 degrees for which an axis leaves room. */
const [SIN, SIN_60] = [0.342_020_143, 0.866_025_404];

test.each([0.5, 3.5, 5])(
  "with %d m below the tables the dots are above their upper edge",
  (clearance_m) => {
    const stood = standScene({});
    const [, trackers] = stood.data.levels;
    const width = Math.max(...trackers!.geometry.width);
    const placed = { eye: [0, -100, 80], forward: [0, 0.8, -0.6] };
    const store = standStore(
      new Map<Atom<unknown>, unknown>([
        ...standValues(stood, {}),
        [levelsAtom, stood.data.levels],
        [poseAtom, () => (TILT_DEG * Math.PI) / 180],
        [dimensionsAtom, { ...dimensionDefaults, clearance_m }],
        [restingViewAtom, { placed, perPixelAt1: 0.001 }],
      ]),
    );
    const height = store.get(dotHeightAtom);
    const axis = Math.max(1.2, (width / 2) * SIN_60 + clearance_m);
    const upperEdge = axis + (width / 2) * SIN;
    expect(height).toBeGreaterThan(upperEdge + 0.7);
    expect(height).toBeLessThan(upperEdge + 1.3);
  },
);
