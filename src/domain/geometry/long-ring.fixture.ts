// Long rings that are simple, and random changes to them.

export type Point = readonly [x: number, y: number];

/** Numbers of a fixed sequence: whole, from 0 to `below` excluded. */
export function sequence(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A zigzag of `count` vertices and back around it; the teeth lie across the direction dx, dy. */
export function zigzag(count: number, [dx, dy]: Point, tooth: number): Point[] {
  const teeth = count - 3;
  const [nx, ny] = [-dy, dx];
  const at = (along: number, across: number): Point => [
    along * dx + across * tooth * nx,
    along * dy + across * tooth * ny,
  ];
  const ring = Array.from({ length: teeth }, (_, i) => at(i, i % 2));
  return [...ring, at(teeth, 1), at(teeth, -1), at(-1, -1)];
}

/** A comb: teeth up and down on whole numbers. */
export function comb(teeth: number, height: number): Point[] {
  const up = Array.from({ length: teeth }, (_, i): Point[] => [
    [4 * i, height],
    [4 * i + 1, 1],
    [4 * i + 3, 1],
  ]).flat();
  return [[-2, 0], ...up, [4 * teeth + 2, 0]];
}

/** A ring around a centre, on whole numbers: each vertex at another angle. */
export function star(count: number, random: (below: number) => number): Point[] {
  const ring = Array.from({ length: count }, (_, i): Point => {
    const angle = (i / count) * 2 * Math.PI;
    const radius = 2000 + random(20_000);
    return [Math.round(Math.cos(angle) * radius), Math.round(Math.sin(angle) * radius)];
  });
  return ring;
}

/** Turned by `steps` vertices. */
export const turned = (ring: readonly Point[], steps: number): Point[] => [
  ...ring.slice(steps % ring.length),
  ...ring.slice(0, steps % ring.length),
];
