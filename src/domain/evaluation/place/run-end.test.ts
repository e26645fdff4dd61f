// Trackers with a gap at their drive: the renderer shares no code with the comparison.
import { describe, expect, it } from "vitest";
import { coveredGaps } from "./run-end.ts";
import { driveScene, type DriveOptions } from "./run-end.fixture.ts";

async function shifted(drive: number, options: DriveOptions = {}) {
  const { raster, toPixel, twin } = driveScene(options);
  const { seen, parents } = await coveredGaps(raster, twin(drive), toPixel);
  return { seen, shifted: parents.size };
}

describe("a twin whose trackers have their gap a module further", () => {
  it.each<[string, DriveOptions]>([
    ["cold ground", {}],
    ["ground hotter than the modules", { ground: 58 }],
    ["a gap of 0.3 m", { drive_m: 0.3 }],
    ["pixels of 8 cm and a gap of 0.6 m", { drive_m: 0.6, pixel_m: 0.08 }],
    ["a gap of a metre", { drive_m: 1 }],
    ["a tube and a motor in the gap", { tube: 50, motor: 48 }],
  ])("is seen over %s", async (_, options) => {
    expect(await shifted(11, options)).toEqual({ seen: 8, shifted: 8 });
    expect(await shifted(9, options)).toEqual({ seen: 8, shifted: 8 });
  });
});

describe("a true twin is never doubted", () => {
  it.each<[string, DriveOptions]>([
    ["cold ground", {}],
    ["ground hotter than the modules", { ground: 58 }],
    ["a tube and a motor as warm as the modules in the gap", { tube: 45, motor: 45 }],
    ["a gap in the shadow, as warm as the modules, on hot ground", { ground: 58, inGap: 45 }],
    ["a path as warm as the modules beyond the ends of the rows", { beyond: 45 }],
    ["a path hotter than the modules beyond the ends", { beyond: 60 }],
    ["bushes in the gap, half as warm", { inGap: 37 }],
    ["snow on the ground and none in the gap", { ground: -1, inGap: 20 }],
    ["missing modules at the gap and at the ends", { missing: [0, 9, 10, 19] }],
    ["ground as warm as the modules", { ground: 43 }],
  ])("with %s", async (_, options) => {
    expect((await shifted(10, options)).shifted).toBe(0);
  });
});

it("says which of the trackers are shifted", async () => {
  const { raster, toPixel, twin } = driveScene();
  const { seen, parents } = await coveredGaps(raster, twin(11, 2), toPixel);
  expect({ seen, parents: [...parents].toSorted() }).toEqual({ seen: 8, parents: [0, 1] });
});

it("says nothing where the picture does not tell modules from the ground", async () => {
  expect(await shifted(11, { ground: 43 })).toEqual({ seen: 0, shifted: 0 });
});

it("says nothing of a twin without trackers", async () => {
  const { raster, toPixel, twin } = driveScene();
  const none = twin(11);
  const parent = none.parent.map(() => 0xffffffff);
  expect((await coveredGaps(raster, { ...none, parent }, toPixel)).seen).toBe(0);
});
