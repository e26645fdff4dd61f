// Hatches as CAD programs write them: boundaries of lines, arcs, ellipses and splines. In metres of UTM zone 19 S.
import { at, degrees, object, pairs, type Pairs } from "./dxf.fixture.ts";

const path = (flags: number, ...edges: readonly Pairs[]): Pairs => [
  ...pairs(92, flags, 93, edges.length, ...edges.flat(), 97, 0),
];
const line = (ax: number, ay: number, bx: number, by: number): Pairs => [
  ...pairs(72, 1, ...at(10, ax, ay), ...at(11, bx, by)),
];
const ringPath = (...corners: readonly Pairs[]): Pairs => [
  ...pairs(92, 7, 72, 0, 73, 1, 93, corners.length, ...corners.flat(), 97, 0),
];
const hatch = (layer: string, ...paths: readonly Pairs[]): Pairs => [
  ...object("HATCH", layer, 10, 0, 20, 0, 30, 0, 210, 0, 220, 0, 230, 1),
  ...pairs(2, "SOLID", 70, 1, 71, 0, 91, paths.length, ...paths.flat(), 75, 0, 76, 1, 98, 0),
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
    ...pairs(92, 7, 72, 1, 73, 1, 93, 3, ...at(10, 90, 0), 42, 0.5, ...at(10, 110, 0), 42, 0),
    ...pairs(...at(10, 100, 20), 42, -0.25, 97, 0),
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
        ...pairs(
          72,
          4,
          94,
          3,
          73,
          0,
          74,
          0,
          95,
          8,
          96,
          4,
          40,
          0,
          40,
          0,
          40,
          0,
          40,
          0,
          40,
          1,
          40,
          1,
          40,
          1,
          40,
          1,
        ),
        ...pairs(...at(10, 80, 50), ...at(10, 80, 80), ...at(10, 40, 30), ...at(10, 40, 70), 97, 0),
      ],
      line(40, 70, 40, 50),
    ),
  ),
  "of an ellipse": hatch(
    "of an ellipse",
    path(1, [72, 3, ...at(10, 110, 60), 11, 12, 21, 0, 40, 0.5, ...degrees(0, 360), 73, 1]),
  ),
};
