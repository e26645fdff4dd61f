// Drawings as CAD programs write them, pair by pair: curves and inserted blocks. In metres of UTM zone 19 S.
import type { Problem } from "../../../domain/error.ts";
import { bufferSource } from "../buffer-source.ts";
import { readDxf } from "./dxf.ts";
import type { RawFeature } from "../raw-feature.ts";

export type Pairs = readonly (string | number)[];

/** Codes and values of a part of a drawing. */
export const pairs = (...all: Pairs): Pairs => all;

export const [X, Y] = [382_900, 7_911_200];

export const drawingOf = (entities: readonly Pairs[], blocks: readonly Pairs[] = []): string =>
  [
    ...pairs(0, "SECTION", 2, "HEADER", 9, "$ACADVER", 1, "AC1024", 0, "ENDSEC"),
    ...pairs(0, "SECTION", 2, "BLOCKS", ...blocks.flat(), 0, "ENDSEC"),
    ...pairs(0, "SECTION", 2, "ENTITIES", ...entities.flat(), 0, "ENDSEC", 0, "EOF", ""),
  ].join("\n");

export const object = (type: string, layer: string, ...rest: Pairs): Pairs => [
  ...pairs(0, type, 8, layer),
  ...rest,
];
export const at = (code: number, x: number, y: number): Pairs => [code, X + x, code + 10, Y + y];
export const degrees = (from: number, to: number): Pairs => [50, from, 51, to];

/** Each curve on its layer: bulges both ways, old polylines, arcs, circles, ellipses, splines with and without weights. */
export const curves: Readonly<Record<string, Pairs>> = {
  "bulged area": object(
    "LWPOLYLINE",
    "bulged area",
    ...pairs(90, 4, 70, 1, ...at(10, 0, 0), 42, 0.5, ...at(10, 20, 0), ...at(10, 20, 8), 42, -0.3),
    ...at(10, 0, 8),
  ),
  "bulged line": object(
    "LWPOLYLINE",
    "bulged line",
    ...pairs(
      90,
      3,
      70,
      0,
      ...at(10, 0, 20),
      42,
      -1.5,
      ...at(10, 6, 20),
      42,
      0.2,
      ...at(10, 12, 26),
    ),
  ),
  "old polyline": [
    ...object("POLYLINE", "old polyline", 66, 1, 10, 0, 20, 0, 30, 0, 70, 1),
    ...object("VERTEX", "old polyline", ...at(10, 40, 0), 30, 0, 42, 1),
    ...object("VERTEX", "old polyline", ...at(10, 50, 0), 30, 0, 42, 1),
    ...object("SEQEND", "old polyline"),
  ],
  arc: object("ARC", "arc", ...at(10, 70, 0), 40, 9, ...degrees(300, 45)),
  circle: object("CIRCLE", "circle", ...at(10, 100, 0), 40, 7.5),
  ellipse: object(
    "ELLIPSE",
    "ellipse",
    ...at(10, 130, 0),
    11,
    8,
    21,
    3,
    40,
    0.4,
    41,
    0,
    42,
    2 * Math.PI,
  ),
  "elliptic arc": object(
    "ELLIPSE",
    "elliptic arc",
    ...at(10, 160, 0),
    11,
    8,
    21,
    3,
    40,
    0.4,
    41,
    1,
    42,
    4,
  ),
  spline: object(
    "SPLINE",
    "spline",
    ...pairs(
      70,
      8,
      71,
      3,
      72,
      9,
      73,
      5,
      40,
      0,
      40,
      0,
      40,
      0,
      40,
      0,
      40,
      0.5,
      40,
      1,
      40,
      1,
      40,
      1,
      40,
      1,
    ),
    ...pairs(...at(10, 0, 50), 30, 0, ...at(10, 10, 70), 30, 0, ...at(10, 20, 30), 30, 0),
    ...pairs(...at(10, 30, 70), 30, 0, ...at(10, 40, 50), 30, 0),
  ),
  /** A quarter of a circle of 10 m, which only the weights make round. */
  "rational spline": object(
    "SPLINE",
    "rational spline",
    ...pairs(70, 12, 71, 2, 72, 6, 73, 3, 40, 0, 40, 0, 40, 0, 40, 1, 40, 1, 40, 1),
    ...pairs(41, 1, 41, Math.SQRT1_2, 41, 1),
    ...pairs(...at(10, 70, 50), 30, 0, ...at(10, 70, 60), 30, 0, ...at(10, 60, 60), 30, 0),
  ),
  mirrored: object(
    "ARC",
    "mirrored",
    10,
    -(X + 100),
    20,
    Y + 50,
    40,
    5,
    ...degrees(0, 90),
    210,
    0,
    220,
    0,
    230,
    -1,
  ),
};

const block = (name: string, base: Pairs, ...entities: readonly Pairs[]): Pairs => [
  ...pairs(0, "BLOCK", 8, "0", 2, name, 70, 0, ...base, 3, name),
  ...entities.flat(),
  ...pairs(0, "ENDBLK", 8, "0"),
];

/** A table of 2 by 10 m with a motor, and a row of four tables. */
export const blocks: readonly Pairs[] = [
  block(
    "TABLE",
    [10, 1, 20, 0, 30, 0],
    [
      0,
      "LWPOLYLINE",
      8,
      "0",
      90,
      4,
      70,
      1,
      10,
      0,
      20,
      0,
      10,
      2,
      20,
      0,
      42,
      0.4,
      10,
      2,
      20,
      10,
      10,
      0,
      20,
      10,
    ],
  ),
  block(
    "ROW",
    [10, 0, 20, 0, 30, 0],
    [0, "INSERT", 8, "0", 2, "TABLE", 10, 1, 20, 0, 30, 0, 70, 4, 44, 6],
  ),
];

/** Turned, scaled, mirrored both ways, in rows and columns, and a block that inserts another one. */
export const inserts: Readonly<Record<string, Pairs>> = {
  turned: object("INSERT", "turned", 2, "TABLE", ...at(10, 0, 0), 30, 0, 50, 30),
  scaled: object("INSERT", "scaled", 2, "TABLE", ...at(10, 30, 0), 30, 0, 41, 2, 42, 0.5, 50, 200),
  mirrored: object("INSERT", "mirrored", 2, "TABLE", ...at(10, 60, 0), 30, 0, 41, -1, 50, 20),
  "from below": object(
    "INSERT",
    "from below",
    ...pairs(2, "TABLE", 10, -(X + 90), 20, Y, 30, 0, 50, 30, 210, 0, 220, 0, 230, -1),
  ),
  array: object(
    "INSERT",
    "array",
    ...pairs(2, "TABLE", ...at(10, 120, 0), 30, 0, 50, 15, 70, 3, 71, 2, 44, 5, 45, 14),
  ),
  nested: object("INSERT", "nested", 2, "ROW", ...at(10, 0, 60), 30, 0, 41, 1.5, 42, 1.5, 50, 75),
};

type Read = { features: RawFeature[]; refused: Problem[]; notes: Problem[] };
export async function readDrawn(text: string): Promise<Read> {
  const found: Read = { features: [], refused: [], notes: [] };
  const source = { ...bufferSource("plan.dxf", Buffer.from(text)), hasSystem: true };
  await readDxf(source, {
    crs: () => undefined,
    feature: (feature) => void found.features.push(feature),
    refuse: (problem) => void found.refused.push(problem),
    note: (problem) => void found.notes.push(problem),
  });
  return found;
}
