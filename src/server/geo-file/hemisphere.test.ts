// Tables that name the hemisphere in some of their rows: what they leave open is refused, and never north or east.
import { describe, expect, it } from "vitest";
import { faultOf, read } from "./odd-file.fixture.ts";

const place = [-70.1, -18.9];

describe("a table", () => {
  it.each([
    ["after one with letters", "18.9,S,70.1,W\n18.9,,70.1,W", "lat"],
    ["where the other axis has none", "18.9,S,70.1,W\n18.9,S,70.1,", "lon"],
    ["with a dash", "18.9,S,70.1,W\n18.9,-,70.1,W", "lat"],
    ["with a question mark", "18.9,S,70.1,W\n18.9,?,70.1,W", "lat"],
    ["in a column of texts", "18.9 S,,70.1 W,\n18.9,,70.1 W,", "lat"],
  ])("refuses a row without a hemisphere: %s", async (_, rows, field) => {
    const { shapes, refused } = await read("p.csv", `lat,NS,lon,EW\n${rows}\n`);
    expect(shapes).toHaveLength(1);
    expect(shapes[0]).toEqual(place);
    expect(refused).toMatchObject([{ reason: "csv_side_missing", field, line: 3 }]);
  });

  it.each([
    ["in a column", "lat,lat_ref,lon,lon_ref\n18.9,,70.1,\n18.9,S,70.1,W\n"],
    ["in texts", "lat,lon\n18.9,70.1\n18.9 S,70.1 W\n"],
  ])("is refused where rows without a hemisphere come before letters: %s", async (_, text) => {
    const fault = await faultOf("p.csv", text);
    expect(fault).toMatchObject({ reason: "csv_side_mixed", line: 2 });
  });

  it("may leave the letter out before a minus and on the equator", async () => {
    const rows = "18.9,S,70.1,W\n-18.9,,-70.1,\n0,,0,";
    const { shapes, refused } = await read("p.csv", `lat,NS,lon,EW\n${rows}\n`);
    expect(refused).toEqual([]);
    expect(shapes[1]).toEqual(place);
    expect(shapes[2]).toEqual([0, 0]);
  });

  it("whose letters are blank everywhere is read as north and east, and says so", async () => {
    const { shapes, notes } = await read("p.csv", "lat,lat_ref,lon,lon_ref\n18.9,,70.1,\n");
    expect(shapes[0]).toEqual([70.1, 18.9]);
    expect(notes).toEqual(["csv_side_blank"]);
  });
});
