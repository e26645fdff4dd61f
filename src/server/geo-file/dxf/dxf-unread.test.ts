// What a drawing has beside its shapes: fields of blocks, fills, objects without a shape. Nothing is left out in silence.
import { describe, expect, it } from "vitest";
import { isFailure } from "../../../domain/error.ts";
import { bufferSource } from "../buffer-source.ts";
import { readDxf } from "./dxf.ts";
import { blocks, drawingOf, object, readDrawn, X, Y } from "./dxf.fixture.ts";

/** A closed line as wide as it is said. */
const corners = (width: number) =>
  [90, 4, 70, 1].concat([10, 0, 20, 0, 10, width, 20, 0, 10, width, 20, 9, 10, 0, 20, 9]);

describe("a drawing", () => {
  const table = object(
    "LWPOLYLINE",
    "A",
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
    10,
    2,
    20,
    9,
    10,
    0,
    20,
    9,
  );
  it("has the fields of an inserted block as properties", async () => {
    const insert = [
      ...object("INSERT", "Trackers", 66, 1, 2, "TABLE", 10, X, 20, Y, 30, 0),
      ...object("ATTRIB", "Trackers", 10, X, 20, Y, 1, "TR-017", 2, "TAG"),
      ...object("SEQEND", "Trackers"),
    ];
    const { features } = await readDrawn(drawingOf([insert], blocks));
    expect(features[0]).toMatchObject({
      properties: { block: "TABLE", TAG: "TR-017" },
      folders: ["Trackers"],
    });
  });

  it("has no objects that it does not show, and says so", async () => {
    const shown = [...object("LWPOLYLINE", "0", 60, 0), ...corners(2)];
    const hidden = [...object("LWPOLYLINE", "0", 60, 1), ...corners(3)];
    const start = [0, "BLOCK", 8, "0", 2, "STATES", 70, 0, 10, 0, 20, 0, 30, 0];
    const states = [...start, ...shown, ...hidden, 0, "ENDBLK", 8, "0"];
    const insert = object("INSERT", "Trackers", 2, "STATES", 10, X, 20, Y, 30, 0);
    const { features, notes } = await readDrawn(drawingOf([insert], [states]));
    expect(features).toHaveLength(1);
    expect(features[0]!.outlines[0]!.ring.slice(2, 4)).toEqual([X + 2, Y]);
    expect(notes).toMatchObject([{ reason: "dxf_invisible", values: { count: 1 } }]);
  });

  it("has a hatched outline once, and says so", async () => {
    const corners = [10, 0, 20, 0, 10, 2, 20, 0, 10, 2, 20, 9, 10, 0, 20, 9];
    const fill = object(
      "HATCH",
      "Fill",
      10,
      0,
      20,
      0,
      30,
      0,
      91,
      1,
      92,
      7,
      72,
      0,
      73,
      1,
      93,
      4,
      ...corners,
      97,
      0,
      75,
      0,
    );
    const { features, notes } = await readDrawn(drawingOf([table, fill, fill]));
    expect(features.map(({ folders }) => folders)).toEqual([["A"]]);
    expect(notes).toEqual([{ reason: "dxf_same_fill", values: { count: 2 } }]);
    const alone = await readDrawn(drawingOf([fill]));
    expect(alone.features.map(({ folders }) => folders)).toEqual([["Fill"]]);
  });

  it("names each object that it does not read, with its layer", async () => {
    const { features, refused } = await readDrawn(
      drawingOf(
        [
          table,
          object("HATCH", "B", 91, 1, 92, 1, 93, 1, 72, 1, 10, 0, 20, 0, 11, 5, 21, 5),
          object("SPLINE", "B", 71, 3, 74, 2, 11, 0, 21, 0, 11, 5, 21, 5),
          object("POLYLINE", "B", 66, 1, 70, 64, 10, 0, 20, 0),
          object("VERTEX", "B", 10, 0, 20, 0),
          object("SEQEND", "B"),
          object("3DSOLID", "B", 1, "x"),
          object("INSERT", "B", 2, "NOWHERE", 10, 0, 20, 0),
          object("ACDBPOINTCLOUD", "B", 10, 0, 20, 0),
          object("LINE", "B", 10, 0, 20, 0),
        ],
        [[0, "BLOCK", 2, "DEEP", 10, 0, 20, 0, ...object("INSERT", "0", 2, "DEEP"), 0, "ENDBLK"]],
      ),
    );
    expect(features).toHaveLength(1);
    expect(refused.map(({ reason, field }) => [reason, field])).toEqual([
      ["dxf_hatch", "HATCH"],
      ["dxf_spline", "SPLINE"],
      ["dxf_mesh", "POLYLINE"],
      ["dxf_solid", "3DSOLID"],
      ["dxf_block", "NOWHERE"],
      ["dxf_object", "ACDBPOINTCLOUD"],
      ["dxf_object", "LINE"],
    ]);
    expect(refused[0]).toMatchObject({ values: { name: "HATCH", layer: "B" } });
  });

  it("ends where a block inserts itself, and says so", async () => {
    const inside = object("INSERT", "0", 2, "SELF", 10, 0, 20, 0);
    const self = [0, "BLOCK", 2, "SELF", 10, 0, 20, 0, ...inside, ...table, 0, "ENDBLK"];
    const { features, refused } = await readDrawn(
      drawingOf([object("INSERT", "B", 2, "SELF", 10, 0, 20, 0)], [self]),
    );
    expect(features).toHaveLength(8);
    expect(refused).toMatchObject([{ reason: "dxf_block_deep", values: { name: "SELF" } }]);
  });

  it("says how many dimensions, texts without an area, and objects on paper it has", async () => {
    const { notes } = await readDrawn(
      drawingOf([
        table,
        object("TEXT", "T", 10, 1, 20, 1, 1, "T-1"),
        object("TEXT", "T", 10, 50, 20, 50, 1, "North"),
        object("DIMENSION", "D", 10, 0, 20, 0),
        object("LINE", "0", 67, 1, 10, 0, 20, 0, 11, 1, 21, 1),
        object("LINE", "0", 67, 1, 10, 0, 20, 0, 11, 1, 21, 1),
      ]),
    );
    expect(notes).toEqual([
      { reason: "dxf_spare_text", values: { count: 1 } },
      { reason: "dxf_annotation", values: { count: 1 } },
      { reason: "dxf_paper", values: { count: 2 } },
    ]);
  });

  it("names each area by its text where that is aligned, as its group 11 says", async () => {
    const square = (x: number) =>
      object(
        "LWPOLYLINE",
        "A",
        90,
        4,
        70,
        1,
        10,
        x,
        20,
        0,
        10,
        x + 1,
        20,
        0,
        10,
        x + 1,
        20,
        2,
        10,
        x,
        20,
        2,
      );
    // The letters are wider than the area, so that they begin in the one before; and 0, 0 where they were not laid out.
    const label = (x: number, from: number, text: string) =>
      object("TEXT", "T", 10, from, 20, 1, 40, 1, 1, text, 72, 1, 11, x + 0.5, 21, 1, 73, 2);
    const left = object("TEXT", "T", 10, 30.2, 20, 1, 40, 1, 1, "left", 72, 0);
    const { features, notes } = await readDrawn(
      drawingOf([
        square(10),
        square(11),
        square(30),
        label(10, 9.5, "M10"),
        label(11, 0, "M11"),
        left,
      ]),
    );
    const names = features.map(({ properties }) => (properties as { name?: string }).name);
    expect(names).toEqual(["M10", "M11", "left"]);
    expect(notes).toEqual([]);
  });

  it("in metres asks for its system, although its first object lies at the origin", async () => {
    const title = object("LWPOLYLINE", "0", 90, 3, 70, 1, 10, 0, 20, 0, 10, 1, 20, 0, 10, 1, 20, 1);
    const far = object(
      "LWPOLYLINE",
      "A",
      90,
      3,
      70,
      1,
      10,
      X,
      20,
      Y,
      10,
      X + 1,
      20,
      Y,
      10,
      X + 1,
      20,
      Y + 1,
    );
    const source = bufferSource("a.dxf", Buffer.from(drawingOf([title, far])));
    const sink = { feature: () => undefined, refuse: () => undefined } as never;
    await expect(readDxf(source, sink)).rejects.toMatchObject({
      problems: [{ reason: "crs_missing" }],
    });
  });

  it("of endless rows and columns is refused", async () => {
    const many = object(
      "INSERT",
      "B",
      2,
      "TABLE",
      10,
      0,
      20,
      0,
      70,
      32767,
      71,
      32767,
      44,
      1,
      45,
      1,
    );
    const cause: unknown = await readDrawn(drawingOf([many], blocks)).catch(
      (error: unknown) => error,
    );
    expect(isFailure(cause) && cause.problems[0]?.reason).toBe("dxf_crowded");
  });
});
