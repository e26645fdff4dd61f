// What a drawing has beside its shapes: fields of blocks, fills, objects without a shape. Nothing is left out in silence.
import { describe, expect, it } from "vitest";
import { isFailure } from "../../../domain/error.ts";
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
