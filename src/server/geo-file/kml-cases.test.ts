// KML and KMZ as people have them: several files, folders, tables of ArcGIS, tracks, blanks.
import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { readBlueprint } from "../twin-file/blueprint.ts";
import { readTwinFiles } from "../twin-file/read-files.ts";
import { bufferSource } from "./buffer-source.ts";
import { faultOf } from "./odd-file.fixture.ts";

const plant = { name: "Cerro Pardo", technology: "photovoltaic" as const };
const kml = (body: string) =>
  `<?xml version="1.0"?>\n<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>${body}</Document></kml>`;
const corners = (at: number) => {
  const [w, s] = [-3.912 + at * 1e-4, 38.931];
  return `${w},${s} ${w + 2e-5},${s} ${w + 2e-5},${s + 1e-4} ${w},${s + 1e-4} ${w},${s}`;
};
const area = (at: number, more: string) =>
  `<Placemark>${more}<Polygon><outerBoundaryIs><LinearRing><coordinates>${corners(at)}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`;
const named = (at: number, name: string) => area(at, `<name>${name}</name>`);
const folder = (name: string, body: string) => `<Folder><name>${name}</name>${body}</Folder>`;

async function read(name: string, content: string | Uint8Array) {
  const bytes = Buffer.from(typeof content === "string" ? strToU8(content) : content);
  const source = bufferSource(`Cerro Pardo ${name}`, bytes);
  const { draft, report } = await readTwinFiles([source], plant, new Set());
  const of = (type: string) => draft.levels.find((level) => level.type === type);
  /** The name of each component with that of its parent. */
  const paths = (type: string, above: string) =>
    Array.from(of(type)!.parent, (parent, at) => `${of(above)?.pcs[parent]}/${of(type)!.pcs[at]}`);
  return { report, paths, names: (type: string) => of(type)?.pcs };
}

describe("folders", () => {
  it("of blocks are groups, whose names may repeat inside", async () => {
    const body =
      folder("Block 1", named(0, "T1") + named(1, "T2")) +
      folder("Block 2", named(2, "T1") + named(3, "T2"));
    const { paths } = await read("trackers.kml", kml(folder("Cerro Pardo", body)));
    expect(paths("tracker", "tracker_group")).toEqual([
      "Block 1/T1",
      "Block 1/T2",
      "Block 2/T1",
      "Block 2/T2",
    ]);
  });

  it("of types say the type, and those of parents the parent", async () => {
    const modules = (at: number) => folder("Módulos", named(at, "M1"));
    const body = folder("Seguidor 7", modules(0)) + folder("Seguidor 8", modules(1));
    const { paths } = await read("plan.kml", kml(folder("Bloque A", body)));
    expect(paths("module", "tracker")).toEqual(["Seguidor 7/M1", "Seguidor 8/M1"]);
    expect(paths("tracker", "tracker_group")).toEqual([
      "Bloque A/Seguidor 7",
      "Bloque A/Seguidor 8",
    ]);
  });

  it("around all of a file are its layer, and name no group", async () => {
    const { names } = await read("BP-A trackers.kml", kml(folder("layer", named(0, "T1"))));
    expect(names("tracker_group")).toEqual(["BP-A"]);
  });
});

it("all files of a KMZ are read, also where paths have backslashes", async () => {
  const zip = zipSync({
    "doc.kml": strToU8(kml(named(0, "A"))),
    "files\\Block 2 trackers.kml": strToU8(kml(named(1, "B"))),
    "__MACOSX/._doc.kml": strToU8("no kml"),
    "Block 3 trackers.kml": strToU8(kml(named(2, "C"))),
  });
  const { names, report } = await read("trackers.kmz", zip);
  expect(names("tracker")?.toSorted()).toEqual(["A", "B", "C"]);
  expect(report.files.map(({ features }) => features)).toEqual([1, 1, 1]);
});

it("tables in descriptions are attributes; names stay on one line", async () => {
  const table = (rows: string) =>
    `<description><![CDATA[<html><table>${rows}</table>]]></description>`;
  const row = (name: string, value: string) =>
    `<tr bgcolor="#D4E4F3"><td>${name}</td><td>${value}</td></tr>`;
  const of = (at: number) =>
    area(
      at,
      table(
        `<tr><td>Cell</td></tr>${row("OBJECTID", `${at}`)}${row("Mesa", `M&amp;-${at}`)}${row("x", "&lt;Null&gt;")}`,
      ),
    );
  const { names } = await read("trackers.kml", kml(of(1) + of(2) + named(3, "T0\n   line")));
  expect(names("tracker")).toEqual(["M&-1", "M&-2", "T0 line"]);
});

it("a blueprint draws tracks, and lists what has no coordinates", async () => {
  const track =
    "<gx:Track><when>2026-01-01T10:00:00Z</when><gx:coord>-3 37 5</gx:coord><gx:coord>-3 37.1 5</gx:coord></gx:Track>";
  const empty = "<Placemark><name>a</name><Point><coordinates></coordinates></Point></Placemark>";
  const text = kml(`${empty}<Placemark><name>flown</name>${track}</Placemark>`);
  const { drawing, refused } = await readBlueprint(bufferSource("p.kml", Buffer.from(text)));
  expect(drawing.features).toMatchObject([
    {
      properties: { name: "flown" },
      geometry: {
        type: "LineString",
        coordinates: [
          [-3, 37],
          [-3, 37.1],
        ],
      },
    },
  ]);
  expect(refused.problems).toMatchObject([{ reason: "kml_coordinates", feature: 1, line: 2 }]);
});

it("names the line of a bare ampersand, and how it is written", async () => {
  const mark = (name: string) =>
    `<Placemark><name>${name}</name><Point><coordinates>-70.1,-18.9</coordinates></Point></Placemark>`;
  const text = `<?xml version="1.0"?>\n<kml><Document>\n${mark("T0 A&B")}${mark("T1")}\n</Document></kml>`;
  expect(await faultOf("a.kml", text)).toMatchObject({ reason: "xml_ampersand", line: 3 });
});
