// What other programs write in KML. The rings, heights and lines are counted by hand.
import { strToU8 } from "fflate";
import { expect, test } from "vitest";
import type { Failure } from "../../error.ts";
import { kmlFeatures } from "./feature-kml.ts";

const read = (content: string) => kmlFeatures(strToU8(`<kml>\n${content}\n</kml>`), "a.kml");
const ring = (coordinates: string) =>
  `<LinearRing><coordinates>${coordinates}</coordinates></LinearRing>`;
const outer = (coordinates: string) => `<outerBoundaryIs>${ring(coordinates)}</outerBoundaryIs>`;
const inner = (coordinates: string) => `<innerBoundaryIs>${ring(coordinates)}</innerBoundaryIs>`;
const placemark = (content: string) => `<Placemark>${content}</Placemark>`;
const geometriesIn = (content: string) => read(placemark(content)).map(({ geometry }) => geometry);

const field = "0,0 9,0 9,9 0,9 0,0";
const corners = [
  [0, 0, null],
  [9, 0, null],
  [9, 9, null],
  [0, 9, null],
  [0, 0, null],
];
const hole = "2,2,5 3,2,5 3,3,5 2,2,5";
const holeCorners = [
  [2, 2, 5],
  [3, 2, 5],
  [3, 3, 5],
  [2, 2, 5],
];

test.each([
  ["a hole behind", `<Polygon>${outer(field)}${inner(hole)}</Polygon>`, [corners, holeCorners]],
  ["a hole in front", `<Polygon>${inner(hole)}${outer(field)}</Polygon>`, [corners, holeCorners]],
  ["an open ring", `<Polygon>${outer("0,0 9,0 9,9 0,9")}</Polygon>`, [corners]],
  ["a ring alone", ring(field), [corners]],
  [
    "a height mode",
    `<Polygon><altitudeMode>relativeToGround</altitudeMode>${outer(field)}</Polygon>`,
    [corners],
  ],
])("a polygon with %s", (_, text, rings) => {
  expect(geometriesIn(text)).toEqual([{ type: "Polygon", rings }]);
});

test("points and lines keep their order, heights and parts", () => {
  const text = `<MultiGeometry>
    <LineString><coordinates>1,2,3 4,5,6</coordinates></LineString>
    <MultiGeometry><Point><coordinates>7,8 9,9</coordinates></Point></MultiGeometry>
  </MultiGeometry>`;
  expect(geometriesIn(text)).toEqual([
    {
      type: "LineString",
      positions: [
        [1, 2, 3],
        [4, 5, 6],
      ],
    },
    { type: "Point", positions: [[7, 8, null]] },
  ]);
});

test("folders, prefixes, names, properties and lines are those of the file", () => {
  const features = read(`<k:Document><k:name>Not a folder</k:name>
    <k:Folder><k:name>North</k:name>
    <k:Placemark><k:name>A</k:name><k:description>3,4</k:description><k:ExtendedData>
      <k:Data name="kind"><k:value>no_fly_polygon</k:value></k:Data>
      <k:Data name="none"><k:value/></k:Data>
      <k:SchemaData><k:SimpleData name="row">7</k:SimpleData></k:SchemaData>
    </k:ExtendedData><k:Point><k:coordinates>1,2,3</k:coordinates></k:Point></k:Placemark>
    </k:Folder></k:Document>`);
  expect(features).toEqual([
    {
      name: "A",
      folders: ["North"],
      properties: { description: "3,4", kind: "no_fly_polygon", none: null, row: "7" },
      geometry: { type: "Point", positions: [[1, 2, 3]] },
      feature: 1,
      line: 4,
    },
  ]);
});

test.each([
  ["half a position", "<LineString><coordinates>1,2\n3</coordinates></LineString>", 2],
  ["a word", "<Point><coordinates>here</coordinates></Point>", 2],
  ["four numbers", "<Point><coordinates>1,2,3,4</coordinates></Point>", 2],
  ["a number with a tail", "<Point><coordinates>1,2m</coordinates></Point>", 2],
  ["a polygon without a ring", `<Polygon>\n${ring(field)}</Polygon>`, 2],
  ["a ring without positions", `<Polygon>${outer(" ")}</Polygon>`, 2],
])("%s is refused with its line and never left out", (_, text, line) => {
  try {
    read(`${placemark(text)}${placemark(`<Polygon>${outer(field)}</Polygon>`)}`);
    expect.unreachable();
  } catch (cause) {
    expect((cause as Failure).problems).toEqual([
      { reason: "kml_coordinates", field: "coordinates", file: "a.kml", feature: 1, line },
    ]);
  }
});

test("a line with one position is not left out in silence", () => {
  const line = "<LineString><coordinates>-70.5,-23.5</coordinates></LineString>";
  expect(read(placemark(line)).map(({ geometry }) => geometry)).toEqual([
    {
      type: "LineString",
      positions: [
        [-70.5, -23.5, null],
        [-70.5, -23.5, null],
      ],
    },
  ]);
});

test("a DOCTYPE is refused, so no entity is expanded", () => {
  const text = `<!DOCTYPE kml [<!ENTITY a SYSTEM "file:///etc/passwd">]><kml>&a;</kml>`;
  expect(() => kmlFeatures(strToU8(text), "a.kml")).toThrow(
    expect.objectContaining({ problems: [expect.objectContaining({ reason: "xml_doctype" })] }),
  );
});
