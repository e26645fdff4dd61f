// Pictures of findings that an evaluation cuts out of its rasters: decoded by another library, and held against the
// raster as it was drawn.
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openResultImport, type ResultImport } from "../../../tests/fixtures/result-import.ts";
import { listImages, publishImages, findImage } from "../store/plant/analysis/result-image.ts";
import { evaluate, fileOf, rasterOf } from "./survey.fixture.ts";

let host: ResultImport;
beforeAll(async () => {
  host = await openResultImport();
});
afterAll(() => host.server.close());

const weather = "time,irradiance\n2026-06-01T10:00:00Z,800\n";
/** The last colour of the iron palette. */
const HOTTEST = [255, 255, 240];
/** The visible raster shows the ground where the hot module is, between blue ones. */
const GROUND = [140, 120, 97];

type Point = readonly [number, number];

/** Pixels from the point to the nearest edge; negative inside (even-odd rule). */
function distance([x, y]: Point, ring: readonly Point[]): number {
  let [least, isInside] = [Infinity, false];
  for (const [at, [x1, y1]] of ring.entries()) {
    const [x2, y2] = ring[(at + 1) % ring.length]!;
    const [dx, dy] = [x2 - x1, y2 - y1];
    const share = ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy);
    const near = Math.min(1, Math.max(0, share));
    least = Math.min(least, Math.hypot(x - x1 - near * dx, y - y1 - near * dy));
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) isInside = !isInside;
  }
  return isInside ? -least : least;
}

async function pixelsOf(id: number, image_id: number) {
  const { db, files } = host.owner;
  const image = (await findImage(db, id, image_id))!;
  const { data, info } = await sharp(await files.read(image.full))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([image.width, image.height]);
  const small = await sharp(await files.read(image.thumb)).metadata();
  expect(Math.max(small.width, small.height)).toBe(320);
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3).subarray(0, 3)];
  return { at, width: info.width, height: info.height };
}

const evaluated = async (id: number, hot: number) => {
  const files = [
    await fileOf(host, "thermal.tif", await rasterOf(host, 0, 40, hot)),
    await fileOf(host, "colours.tif", await rasterOf(host, 0, 40, hot, { isVisible: true })),
    await fileOf(host, "conditions.csv", weather),
  ];
  const log = await evaluate(host, id, files);
  expect(log?.registrations.every(({ found }) => found !== null)).toBe(true);
  const images = await listImages(host.owner.db, id);
  const own = images.filter(({ dt_id }) => dt_id !== "imported");
  expect(log?.close_ups.pictured).toBe(new Set(own.map(({ dt_id }) => dt_id)).size);
  expect(log?.close_ups.findings).toBeGreaterThan(0);
  return images.map((one) => ({ ...one, name: `${one.dt_id} ${one.kind}` }));
};

it("show the component within its outline, with temperatures and colours as in the rasters", async () => {
  const id = await host.plant.addAnalysis("pictures", "2026-02-01");
  const images = await evaluated(id, 7);
  const hot = host.plant.moduleId(7);
  const [rgb, thermal] = ["rgb", "thermal"].map((kind) =>
    images.find(({ name }) => name === `${hot} ${kind}`)!,
  );
  expect([thermal!.scale_min, thermal!.scale_max]).toEqual([25, 51]);
  const warm = await pixelsOf(id, thermal!.id);
  let [inside, outside] = [0, 0];
  for (let y = 0; y < warm.height; y++) {
    for (let x = 0; x < warm.width; x++) {
      const far = distance([x + 0.5, y + 0.5], thermal!.outline);
      // Modules lie closer together than two pixels, and only this one is hot.
      if (far < -1.5) {
        inside += 1;
        expect(warm.at(x, y), `${x}, ${y}`).toEqual(HOTTEST);
      } else if (far > 1.5) {
        outside += 1;
        expect(warm.at(x, y), `${x}, ${y}`).not.toEqual(HOTTEST);
      }
    }
  }
  expect(inside).toBeGreaterThan(100);
  expect(outside).toBeGreaterThan(inside);
  const seen = await pixelsOf(id, rgb!.id);
  const [x, y] = [0, 1].map((axis) =>
    Math.floor(rgb!.outline.reduce((sum, point) => sum + point[axis]!, 0) / rgb!.outline.length),
  );
  for (const [band, value] of seen.at(x!, y!).entries())
    expect(Math.abs(value - GROUND[band]!)).toBeLessThan(12);
  expect(rgb).toMatchObject({ scale_min: null, scale_max: null });
});

it("are replaced by the next evaluation, which leaves imported ones", async () => {
  const id = await host.plant.addAnalysis("again", "2026-02-02");
  const first = await evaluated(id, 7);
  const [own, other] = [7, 9].map((at) => `${host.plant.moduleId(at)} thermal`);
  expect(first.map(({ name }) => name)).toContain(own);
  const { db } = host.owner;
  const imported = (await findImage(db, id, first[0]!.id))!;
  const { id: _, analysis_id: __, ...row } = imported;
  await publishImages(db, id, [
    { ...row, dt_id: "imported", file_name: "hand.png", is_evaluated: false },
  ]);
  const names = (await evaluated(id, 9)).map(({ name }) => name);
  expect(names).toContain(other);
  expect(names).not.toContain(own);
  expect(names.filter((name) => name.startsWith("imported"))).toHaveLength(1);
});
