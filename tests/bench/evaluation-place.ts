// How often the place of a raster is found, said to be not sure, or wrong: random plants, directions, gaps and grounds.
import { isPlaceSure, registerRaster } from "../../src/domain/evaluation/registration.ts";
import { grounds, placeScene, type PlaceScene } from "./place-scene.ts";
import { fullGoal, type BenchOptions, type Report } from "./report.ts";

const scenes = { short: 1, full: 200 } as const;
/** Seeds that were not used while the registration was developed begin here. */
const FIRST_SEED = 5000;
/** Metres within which a component lies in its place. */
const FOUND_M = 0.05;
/** Components whose place is compared. */
const EVERY = 7;

export async function placeBench(report: Report, { form }: BenchOptions): Promise<void> {
  const count = scenes[form];
  let [found, wrong, unsure] = [0, 0, 0];
  for (let at = 0; at < count; at++) {
    const ground = grounds[at % grounds.length]!;
    const scene = placeScene({ seed: FIRST_SEED + at, ground });
    const placed = await registerRaster(scene.raster, scene.geometry, scene.toPixel);
    if (!placed || !isPlaceSure(placed)) unsure += 1;
    else if (worstOf(scene, placed.toPixel) <= FOUND_M) found += 1;
    else wrong += 1;
  }
  const words = `${count} random plants, 0 to 3 m beside, turned by up to 1°`;
  report({
    name: `place of a raster found within 5 cm: ${words}`,
    unit: "%",
    ours: (100 * found) / count,
    baseline: "",
    theirs: null,
    higher_is_better: true,
    ...fullGoal(form, "at least 95 %", found >= 0.95 * count),
  });
  report({
    name: `position uncertain: ${words}`,
    unit: "%",
    ours: (100 * unsure) / count,
    baseline: "",
    theirs: null,
  });
  report({
    name: `wrong place called sure: ${words}`,
    unit: "",
    ours: wrong,
    baseline: "",
    theirs: null,
    goal: "none",
    met: wrong === 0,
  });
}

function worstOf({ geometry, truth, pixel_m }: PlaceScene, toPixel: PlaceScene["toPixel"]): number {
  let worst = 0;
  for (let row = 0; row < geometry.count; row += EVERY) {
    const place = [geometry.centreX[row]!, geometry.centreY[row]!] as const;
    const [a, b] = [toPixel(...place), truth(...place)];
    worst = Math.max(worst, Math.hypot(a[0] - b[0], a[1] - b[1]) * pixel_m);
  }
  return worst;
}
