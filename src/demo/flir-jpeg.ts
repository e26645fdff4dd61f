// Writes a radiometric JPEG as a FLIR camera does: an FFF file in APP1 segments. Format: domain/image/flir-file.ts.
import { countsOf, transmission, type Planck, type Surroundings } from "../domain/image/planck.ts";

/** Of a camera with 640 x 512 pixels. */
const planck: Planck = {
  r1: 17096.453,
  r2: 0.04658206,
  b: 1428,
  f: 1,
  o: -267,
  alpha1: 0.006569,
  alpha2: 0.01262,
  beta1: -0.002276,
  beta2: -0.00667,
  x: 1.9,
};
const KELVIN = 273.15;
const HEADER = 64;
const RECORDS = 2;
const INFO_BYTES = 0x400;
const PART_BYTES = 65_000;

type Frame = {
  readonly width: number;
  readonly height: number;
  readonly temperatures: Float32Array;
};

/** @returns the JPEG with the counts that a camera would have received from these temperatures in °C */
export function addTemperatures(jpeg: Buffer, frame: Frame, around: Surroundings): Buffer {
  const info = Buffer.alloc(INFO_BYTES);
  info.writeUInt16LE(2, 0);
  const floats: readonly (readonly [at: number, value: number])[] = [
    [0x20, around.emissivity],
    [0x24, around.distance_m],
    [0x28, around.reflected_c + KELVIN],
    [0x2c, around.air_c + KELVIN],
    [0x30, around.air_c + KELVIN],
    [0x34, 1],
    [0x3c, around.humidity_percent / 100],
    [0x58, planck.r1],
    [0x5c, planck.b],
    [0x60, planck.f],
    [0x70, planck.alpha1],
    [0x74, planck.alpha2],
    [0x78, planck.beta1],
    [0x7c, planck.beta2],
    [0x80, planck.x],
    [0x30c, planck.r2],
  ];
  for (const [at, value] of floats) info.writeFloatLE(value, at);
  info.write("XT2", 0xd4, "latin1");
  info.writeInt32LE(planck.o, 0x308);
  const raw = Buffer.alloc(0x20 + frame.temperatures.length * 2);
  raw.writeUInt16LE(2, 0);
  raw.writeUInt16LE(frame.width, 2);
  raw.writeUInt16LE(frame.height, 4);
  const counts = receivedCounts(around);
  for (const [at, celsius] of frame.temperatures.entries()) {
    raw.writeUInt16LE(Math.max(0, Math.min(65_535, Math.round(counts(celsius)))), 0x20 + at * 2);
  }
  return withSegments(jpeg, fffOf(info, raw));
}

function receivedCounts(around: Surroundings): (celsius: number) => number {
  const tau = transmission(planck, around);
  const { emissivity } = around;
  const mirrored = tau * (1 - emissivity) * countsOf(planck, around.reflected_c);
  const air = (1 - tau) * countsOf(planck, around.air_c);
  return (celsius) => tau * emissivity * countsOf(planck, celsius) + mirrored + air;
}

function fffOf(info: Buffer, raw: Buffer): Buffer {
  const head = Buffer.alloc(HEADER + RECORDS * 32);
  head.write("FFF\0", 0, "latin1");
  head.writeUInt32BE(100, 0x14);
  head.writeUInt32BE(HEADER, 0x18);
  head.writeUInt32BE(RECORDS, 0x1c);
  for (const [index, [type, subtype, part, from]] of (
    [
      [1, 2, raw, head.length],
      [0x20, 1, info, head.length + raw.length],
    ] as const
  ).entries()) {
    const at = HEADER + index * 32;
    head.writeUInt16BE(type, at);
    head.writeUInt16BE(subtype, at + 2);
    head.writeUInt32BE(100, at + 4);
    head.writeUInt32BE(index + 1, at + 8);
    head.writeUInt32BE(from, at + 0x0c);
    head.writeUInt32BE(part.length, at + 0x10);
  }
  return Buffer.concat([head, raw, info]);
}

/** Behind the start of the image, before all other segments. */
function withSegments(jpeg: Buffer, fff: Buffer): Buffer {
  const count = Math.ceil(fff.length / PART_BYTES);
  const parts = Array.from({ length: count }, (_, index) => {
    const part = fff.subarray(index * PART_BYTES, (index + 1) * PART_BYTES);
    const head = Buffer.alloc(12);
    head.writeUInt16BE(0xffe1, 0);
    head.writeUInt16BE(part.length + 10, 2);
    head.write("FLIR\0\x01", 4, "latin1");
    head.writeUInt8(index, 10);
    head.writeUInt8(count - 1, 11);
    return Buffer.concat([head, part]);
  });
  return Buffer.concat([jpeg.subarray(0, 2), ...parts, jpeg.subarray(2)]);
}
