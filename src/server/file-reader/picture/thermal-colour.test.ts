// A JPEG of a thermal camera that does not say so is one as soon as it is read, as the evaluation judges it later.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, expect, it } from "vitest";
import { openObjectStore } from "../../adapters/object-choice.ts";
import { reader } from "../analysis-file-reader.ts";

const folder = mkdtempSync(join(tmpdir(), "thermal-colour-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const access = { object_store_url: null, data_dir: folder, disk_reserve_mb: 0 };
const store = await openObjectStore(access);

type Colour = readonly [red: number, green: number, blue: number];
/** Warmer to the right: each part of the span stands in the picture. */
const paints: Readonly<Record<string, (t: number) => Colour>> = {
  // gnuplot's manual, rgbformulae 7,5,15.
  iron: (t) => [Math.sqrt(t), t ** 3, Math.max(0, Math.sin(2 * Math.PI * t))],
  grey: (t) => [t, t, t],
  // Greens alone: neighbouring hues without purple.
  green: (t) => [0.2 * t, t, 0.3 * t],
  // Dark blue glass beside soil.
  daylight: (t) => (t < 0.5 ? [0.1, 0.14, 0.24] : [0.55, 0.45, 0.33]),
};

async function jpegOf(paint: string, [width, height]: readonly [number, number], model: string) {
  const colours = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at++) {
    const [red, green, blue] = paints[paint]!((at % width) / width);
    colours.set(
      [red, green, blue].map((one) => Math.round(one * 255)),
      at * 3,
    );
  }
  return sharp(colours, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .withExif({ IFD0: { Make: "DJI", Model: model } });
}
const wide = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/" drone-dji:ImageSource="WideCamera"/></rdf:RDF></x:xmpmeta>`;

async function isThermal(picture: Awaited<ReturnType<typeof jpegOf>>) {
  await store.put("image.jpg", await picture.toBuffer());
  const input = { store: access, object: "image.jpg", name: "image.jpg" };
  return (await reader(input, async () => undefined)).is_thermal;
}

const frame = [640, 512] as const;
it.each<[string, readonly [number, number], string, true | null]>([
  ["iron", frame, "Camera", true],
  ["grey", frame, "Camera", true],
  ["iron", [1440, 1080], "Camera", true],
  ["green", frame, "M3T", true],
  ["green", [512, 640], "M30T", true],
  ["green", frame, "M3E", null],
  ["daylight", frame, "Camera", null],
  ["daylight", [1920, 1080], "M3T", null],
])("a picture in %s of %j pixels by %s is thermal: %s", async (paint, size, model, expected) => {
  expect(await isThermal(await jpegOf(paint, size, model))).toBe(expected);
});

it("what the file says of its camera counts", async () => {
  expect(await isThermal((await jpegOf("green", frame, "M3T")).withXmp(wide))).toBe(false);
});
