// The light that a flight sheet states, also where it is not known how the modules face.
import { beforeAll, expect, it } from "vitest";
import { loadWords, startWords } from "../../client/i18n.ts";
import { sortieLight } from "./sortie-light.ts";

beforeAll(async () => {
  await startWords("en");
  await loadWords(() => true);
});

const winter = Date.parse("2026-12-21T11:00:00Z");
const madrid = { place: [-3.7, 40.4] as const, time_zone: "Europe/Madrid", mountings: [] };

it("states no light of level modules in winter, and that of modules that face the sun beside it", () => {
  const [level, facing, ...more] = sortieLight("pv_thermal", winter, madrid);
  // At 40.4° N the sun stands 26.2° high at noon: sin(26.2°) × 1,000 W/m² is 440 W/m² on level ground.
  expect(level).toBe(
    "It is not known how the modules face. At least 600 W/m² on level ones on that day: at no time",
  );
  expect(facing).toMatch(/^On modules that face the sun: \d.*\. Enter the mounting/);
  expect(more).toEqual([]);
});

it("states one time where the mounting is known, and daylight for collectors", () => {
  const mountings = [{ kind: "fixed" as const, tilt_deg: 60, azimuth_deg: 180 }];
  const words = sortieLight("pv_thermal", winter, { ...madrid, mountings });
  expect(words).toHaveLength(1);
  expect(words[0]).toMatch(/^At least 600 W\/m² on the modules on that day: \d/);
  expect(sortieLight("trough_thermal", winter, madrid)[0]).toMatch(/^Daylight on that day: \d/);
});
