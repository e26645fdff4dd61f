import sharp from "sharp";
import { expect, test } from "vitest";
import { readImageTags } from "../domain/analysis/image-tags.ts";
import { readFlir } from "../domain/image/flir-file.ts";
import { thermometerOf } from "../domain/image/planck.ts";
import { addTemperatures } from "./flir-jpeg.ts";

test("a radiometric JPEG gives back the temperatures that were written into it", async () => {
  const [width, height] = [64, 48];
  const raw = { width, height, channels: 3 as const };
  const jpeg = await sharp(Buffer.alloc(width * height * 3, 90), { raw })
    .jpeg()
    .toBuffer();
  const temperatures = Float32Array.from({ length: width * height }, (_, at) => -20 + at / 20);
  const around = {
    emissivity: 0.85,
    reflected_c: -20,
    distance_m: 24,
    air_c: 31,
    humidity_percent: 30,
  };
  const bytes = addTemperatures(jpeg, { width, height, temperatures }, around);
  expect((await readImageTags(bytes)).is_radiometric).toBe(true);
  expect((await sharp(bytes).metadata()).width).toBe(width);
  const read = readFlir(bytes);
  if (typeof read === "string") throw new Error(read);
  const view = new DataView(read.data.buffer, read.data.byteOffset);
  const celsius = thermometerOf(read.planck, read.surroundings);
  for (let at = 0; at < temperatures.length; at += 97) {
    const found = celsius(view.getUint16(at * 2, read.is_little));
    // Half a count of this camera.
    expect(Math.abs(found - temperatures[at]!)).toBeLessThan(0.1);
  }
});

test("a JPEG names the drone that took it, as DJI writes it", async () => {
  const jpeg = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#888" } })
    .jpeg()
    .withXmp(
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/" drone-dji:DroneSerialNumber=" 1581F5FJD22A400D1X "/></rdf:RDF></x:xmpmeta>`,
    )
    .toBuffer();
  expect((await readImageTags(jpeg)).drone_serial).toBe("1581F5FJD22A400D1X");
});
