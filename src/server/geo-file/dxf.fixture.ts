// Drawings as CAD programs write them, pair by pair: curves, inserted blocks and hatches. In metres of UTM zone 19 S.
import type { Problem } from "../../domain/error.ts";
import { bufferSource } from "./buffer-source.ts";
import { readDxf } from "./dxf.ts";
import type { RawFeature } from "./raw-feature.ts";

type Pairs = readonly (string | number)[];

export const [X, Y] = [382_900, 7_911_200];

export const drawingOf = (entities: readonly Pairs[], blocks: readonly Pairs[] = []): string =>
  [
    ...[0, "SECTION", 2, "HEADER", 9, "$ACADVER", 1, "AC1024", 0, "ENDSEC"],
    ...[0, "SECTION", 2, "BLOCKS", ...blocks.flat(), 0, "ENDSEC"],
    ...[0, "SECTION", 2, "ENTITIES", ...entities.flat(), 0, "ENDSEC", 0, "EOF", ""],
  ].join("\n");

export const object = (type: string, layer: string, ...rest: Pairs): Pairs => [
  ...[0, type, 8, layer],
  ...rest,
];
const at = (code: number, x: number, y: number): Pairs => [code, X + x, code + 10, Y + y];
const degrees = (from: number, to: number): Pairs => [50, from, 51, to];

/** Each curve on its layer: bulges both ways, old polylines, arcs, circles, ellipses, splines with and without weights. */
export const curves: Readonly<Record<string, Pairs>> = {
  "bulged area": object(
    "LWPOLYLINE",
    "bulged area",
    ...[90, 4, 70, 1, ...at(10, 0, 0), 42, 0.5, ...at(10, 20, 0), ...at(10, 20, 8), 42, -0.3],
    ...at(10, 0, 8),
  ),
  "bulged line": object(
    "LWPOLYLINE",
    "bulged line",
    ...[90, 3, 70, 0, ...at(10, 0, 20), 42, -1.5, ...at(10, 6, 20), 42, 0.2, ...at(10, 12, 26)],
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
    ...[
      70, 8, 71, 3, 72, 9, 73, 5, 40, 0, 40, 0, 40, 0, 40, 0, 40, 0.5, 40, 1, 40, 1, 40, 1, 40, 1,
    ],
    ...[...at(10, 0, 50), 30, 0, ...at(10, 10, 70), 30, 0, ...at(10, 20, 30), 30, 0],
    ...[...at(10, 30, 70), 30, 0, ...at(10, 40, 50), 30, 0],
  ),
  /** A quarter of a circle of 10 m, which only the weights make round. */
  "rational spline": object(
    "SPLINE",
    "rational spline",
    ...[70, 12, 71, 2, 72, 6, 73, 3, 40, 0, 40, 0, 40, 0, 40, 1, 40, 1, 40, 1],
    ...[41, 1, 41, Math.SQRT1_2, 41, 1],
    ...[...at(10, 70, 50), 30, 0, ...at(10, 70, 60), 30, 0, ...at(10, 60, 60), 30, 0],
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
  ...[0, "BLOCK", 8, "0", 2, name, 70, 0, ...base, 3, name],
  ...entities.flat(),
  ...[0, "ENDBLK", 8, "0"],
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
    ...[2, "TABLE", 10, -(X + 90), 20, Y, 30, 0, 50, 30, 210, 0, 220, 0, 230, -1],
  ),
  array: object(
    "INSERT",
    "array",
    ...[2, "TABLE", ...at(10, 120, 0), 30, 0, 50, 15, 70, 3, 71, 2, 44, 5, 45, 14],
  ),
  nested: object("INSERT", "nested", 2, "ROW", ...at(10, 0, 60), 30, 0, 41, 1.5, 42, 1.5, 50, 75),
};

const path = (flags: number, ...edges: readonly Pairs[]): Pairs => [
  ...[92, flags, 93, edges.length, ...edges.flat(), 97, 0],
];
const line = (ax: number, ay: number, bx: number, by: number): Pairs => [
  ...[72, 1, ...at(10, ax, ay), ...at(11, bx, by)],
];
const ringPath = (...corners: readonly Pairs[]): Pairs => [
  ...[92, 7, 72, 0, 73, 1, 93, corners.length, ...corners.flat(), 97, 0],
];
const hatch = (layer: string, ...paths: readonly Pairs[]): Pairs => [
  ...object("HATCH", layer, 10, 0, 20, 0, 30, 0, 210, 0, 220, 0, 230, 1),
  ...[2, "SOLID", 70, 1, 71, 0, 91, paths.length, ...paths.flat(), 75, 0, 76, 1, 98, 0],
];

export const hatches: Readonly<Record<string, Pairs>> = {
  "of corners": hatch(
    "of corners",
    ringPath(at(10, 0, 0), at(10, 20, 0), at(10, 25, 12), at(10, 0, 10)),
  ),
  "with a hole": hatch(
    "with a hole",
    ringPath(at(10, 40, 0), at(10, 70, 0), at(10, 70, 20), at(10, 40, 20)),
    ringPath(at(10, 45, 5), at(10, 55, 5), at(10, 55, 15), at(10, 45, 15)),
  ),
  "with bulges": hatch("with bulges", [
    ...[92, 7, 72, 1, 73, 1, 93, 3, ...at(10, 90, 0), 42, 0.5, ...at(10, 110, 0), 42, 0],
    ...[...at(10, 100, 20), 42, -0.25, 97, 0],
  ]),
  "of edges": hatch(
    "of edges",
    path(
      1,
      line(0, 50, 20, 50),
      [72, 2, ...at(10, 20, 55), 40, 5, ...degrees(270, 90), 73, 1],
      line(20, 60, 0, 60),
      [72, 2, ...at(10, 0, 55), 40, 5, ...degrees(270, 90), 73, 0],
    ),
  ),
  /** Stated in the mirrored plane: it runs from 350 to 280 degrees. */
  "of a clockwise arc": hatch(
    "of a clockwise arc",
    path(
      1,
      [72, 2, ...at(10, 0, 100), 40, 10, ...degrees(10, 80), 73, 0],
      line(10 * Math.cos(1.3962634), 100 - 10 * Math.sin(1.3962634), 9.84807753, 98.26351822),
    ),
  ),
  "of a spline": hatch(
    "of a spline",
    path(
      1,
      line(40, 50, 80, 50),
      [
        ...[
          72, 4, 94, 3, 73, 0, 74, 0, 95, 8, 96, 4, 40, 0, 40, 0, 40, 0, 40, 0, 40, 1, 40, 1, 40, 1,
          40, 1,
        ],
        ...[...at(10, 80, 50), ...at(10, 80, 80), ...at(10, 40, 30), ...at(10, 40, 70), 97, 0],
      ],
      line(40, 70, 40, 50),
    ),
  ),
  "of an ellipse": hatch(
    "of an ellipse",
    path(1, [72, 3, ...at(10, 110, 60), 11, 12, 21, 0, 40, 0.5, ...degrees(0, 360), 73, 1]),
  ),
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
