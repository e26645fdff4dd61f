// Repeatable random numbers: the same seed and place always give the same number.

/** A number in [0, 1) for a seed and up to three whole numbers. Mixing steps: MurmurHash3's finaliser. */
export function hashed(seed: number, a = 0, b = 0, c = 0): number {
  let h = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(a + 1, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d) ^ Math.imul(b + 1, 0x27d4eb2f);
  h = Math.imul(h ^ (h >>> 13), 0x297a2d39) ^ Math.imul(c + 1, 0x165667b1);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** A normally distributed number (mean 0, deviation 1) for a seed and up to two numbers; Box-Muller. */
export function gaussian(seed: number, a = 0, b = 0): number {
  const radius = Math.sqrt(-2 * Math.log(1 - hashed(seed, a, b, 1)));
  return radius * Math.cos(2 * Math.PI * hashed(seed, a, b, 2));
}

/**
 * Smooth noise in [-1, 1] over the ground; places closer than `scale` metres have similar values.
 * Value noise on a square lattice with smoothstep between its corners.
 */
export function groundNoise(seed: number, x: number, y: number, scale: number): number {
  const u = x / scale;
  const v = y / scale;
  const column = Math.floor(u);
  const row = Math.floor(v);
  const s = smooth(u - column);
  const t = smooth(v - row);
  const at = (dx: number, dy: number) => hashed(seed, column + dx, row + dy) * 2 - 1;
  const south = at(0, 0) * (1 - s) + at(1, 0) * s;
  const north = at(0, 1) * (1 - s) + at(1, 1) * s;
  return south * (1 - t) + north * t;
}

function smooth(share: number): number {
  return share * share * (3 - 2 * share);
}

/** Table of numbers in [-1, 1) for textureNoise; a power of two long. */
const texture = Float32Array.from({ length: 8192 }, (_, i) => hashed(77, i) * 2 - 1);

/** Like groundNoise, several times faster but with repeating values: for the pixels of images. */
export function textureNoise(seed: number, x: number, y: number, scale: number): number {
  const u = x / scale;
  const v = y / scale;
  const column = Math.floor(u);
  const row = Math.floor(v);
  const s = smooth(u - column);
  const t = smooth(v - row);
  const corner = column * 73 + row * 1291 + seed * 3571;
  const south = texture[corner & 8191]! * (1 - s) + texture[(corner + 73) & 8191]! * s;
  const north = texture[(corner + 1291) & 8191]! * (1 - s) + texture[(corner + 1364) & 8191]! * s;
  return south * (1 - t) + north * t;
}
