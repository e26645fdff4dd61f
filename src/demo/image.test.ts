import { describe, expect, it } from "vitest";
import sharp from "sharp";
import { thermalModule, visibleModule, type ModuleScene } from "./photovoltaic/module-image.ts";
import { ironPalette, IMAGE_HEIGHT, IMAGE_WIDTH, type DrawnImage } from "./image.ts";
import { thermalTube, visibleTube, type TubeScene } from "./trough/tube-image.ts";

const tube: TubeScene = {
  seed: 3,
  glass: 120,
  neighbours: 45,
  ambient: 25,
  isGlassMissing: false,
  brokenMirrors: [],
};
const healthy: ModuleScene = {
  seed: 5,
  temperature: 48,
  ambient: 25,
  hotCellExcess: 0,
  hotCells: 0,
  bypassed: 0,
  isIdle: false,
  pid: 0,
  junctionBoxExcess: 0,
  isBroken: false,
  isCracked: false,
  vegetation: 0,
  hasDroppings: false,
  soiling: 0.02,
};

/** Temperatures in °C from the image's palette entries and scale. */
async function temperatures({
  bytes,
  scale,
}: DrawnImage): Promise<(x: number, y: number) => number> {
  const raw = await sharp(bytes).removeAlpha().raw().toBuffer();
  const entries = new Map<string, number>();
  for (let i = 0; i < 256; i++) entries.set(ironPalette.subarray(i * 3, i * 3 + 3).join(), i);
  const [low, high] = scale ?? [NaN, NaN];
  return (x, y) => {
    const at = (y * IMAGE_WIDTH + x) * 3;
    const entry = entries.get(new Uint8Array(raw.subarray(at, at + 3)).join()) ?? NaN;
    return low + (entry / 255) * (high - low);
  };
}

describe("images of findings", () => {
  it("are small and have the stated size and type", async () => {
    const broken = {
      ...healthy,
      isBroken: true,
      pid: 2,
      vegetation: 2,
      hasDroppings: true,
    } as const;
    const bare: TubeScene = {
      ...tube,
      isGlassMissing: true,
      brokenMirrors: [{ column: 2, row: 1, isMissing: false }],
    };
    const made = [
      thermalTube(tube),
      thermalTube(bare),
      thermalModule(healthy),
      thermalModule(broken),
      await visibleTube(bare),
      await visibleModule(broken),
    ];
    for (const image of made) {
      expect(image.bytes.length).toBeLessThan(60_000);
      const { width, height, format } = await sharp(image.bytes).metadata();
      expect([width, height]).toEqual([IMAGE_WIDTH, IMAGE_HEIGHT]);
      expect(`image/${format}`).toBe(image.contentType);
    }
  });

  it("show a tube at its temperature between cooler neighbours, the mirrors cold", async () => {
    const at = await temperatures(thermalTube(tube));
    expect(Math.abs(at(160, 128) - 120)).toBeLessThan(6);
    expect(Math.abs(at(30, 128) - 45)).toBeLessThan(5);
    expect(at(160, 60)).toBeLessThan(25);
  });

  it("show a bypassed substring of two cell columns warmer than the rest", async () => {
    const at = await temperatures(thermalModule({ ...healthy, bypassed: 1 }));
    expect(at(80, 120) - at(200, 120)).toBeGreaterThan(3);
    expect(at(80, 120) - at(200, 120)).toBeLessThan(5);
  });

  it("show a whole idle module warmer than its neighbours", async () => {
    const at = await temperatures(thermalModule({ ...healthy, isIdle: true }));
    expect(at(160, 120) - at(20, 120)).toBeGreaterThan(2);
    const even = await temperatures(thermalModule(healthy));
    expect(Math.abs(even(160, 120) - even(20, 120))).toBeLessThan(2);
  });

  it("store a hot cell's excess in the scale", () => {
    const [low, high] = thermalModule({ ...healthy, hotCells: 1, hotCellExcess: 30 }).scale ?? [
      0, 0,
    ];
    expect(low).toBeLessThan(48);
    expect(high).toBeGreaterThan(70);
    expect(high).toBeLessThan(84);
  });

  it("are the same for the same scene", async () => {
    expect(thermalTube(tube).bytes.equals(thermalTube(tube).bytes)).toBe(true);
    const [a, b] = [await visibleModule(healthy), await visibleModule(healthy)];
    expect(a.bytes.equals(b.bytes)).toBe(true);
    expect(thermalTube({ ...tube, seed: 4 }).bytes.equals(thermalTube(tube).bytes)).toBe(false);
  });
});
