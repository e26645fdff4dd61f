import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sharedData } from "../../../tests/fixtures/shared-data.ts";
import { zip, type ZipEntry } from "../zip/zip.fixture.ts";
import { bufferSource } from "../geo-file/buffer-source.ts";
import { readTwinFiles } from "./read-files.ts";

const plant = { name: "Pampa", technology: "photovoltaic" as const };
const read = (name: string, ...entries: readonly ZipEntry[]) =>
  readTwinFiles([bufferSource(name, zip(...entries))], plant, new Set());

const kml = (...body: readonly string[]) =>
  `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>\n${body.join("\n")}\n</Document></kml>`;
const link = (href: string, tag = "Link") =>
  `<NetworkLink><name>Part</name><${tag}><href> ${href} </href></${tag}></NetworkLink>`;
const table = (name: string, at: number) =>
  `<Placemark><name>${name}</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${[
    [0, 0],
    [2e-5, 0],
    [2e-5, 1e-4],
    [0, 1e-4],
    [0, 0],
  ]
    .map(([x, y]) => `${-70 + at * 1e-4 + x!},${-18 + y!}`)
    .join(" ")}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`;

const namesOf = ({ draft }: Awaited<ReturnType<typeof read>>, type = "tracker") =>
  draft.levels.find((level) => level.type === type)?.pcs;

describe("a KMZ with links", () => {
  it("is read with the files that it links to inside the archive, each once, in their order, then the others", async () => {
    const result = await read(
      "Pampa trackers.kmz",
      // It links into a folder, with an address of escapes, and to itself.
      {
        name: "doc.kml",
        content: kml(
          link("blocks/b.kml"),
          link("./blocks/north%20a.kml#part"),
          link("doc.kml"),
          table("T0", 0),
        ),
      },
      { name: "blocks/north a.kml", content: kml(table("T1", 1), link("b.kml", "Url")) },
      { name: "blocks/b.kml", content: kml(table("T2", 2), link("../deep/c.kml")) },
      { name: "deep/c.kml", content: kml(table("T3", 3), link("../doc.kml")) },
      { name: "not-linked.kml", content: kml(table("T4", 4)) },
    );
    expect(namesOf(result)).toEqual(["T0", "T2", "T1", "T3", "T4"]);
    expect(result.report.refused_count).toBe(0);
    expect(result.report.files).toEqual([
      { file: "Pampa trackers.kmz", features: 1 },
      { file: "Pampa trackers.kmz/blocks/b.kml", features: 1 },
      { file: "Pampa trackers.kmz/blocks/north a.kml", features: 1 },
      { file: "Pampa trackers.kmz/deep/c.kml", features: 1 },
      { file: "Pampa trackers.kmz/not-linked.kml", features: 1 },
    ]);
  });

  it("lists links that lead nowhere, with file and line, and reads the rest", async () => {
    const { report, draft } = await read(
      "Pampa trackers.kmz",
      {
        name: "doc.kml",
        content: kml(link("a.kml"), link("http://127.0.0.1:9/x.kml"), table("T0", 0)),
      },
      { name: "a.kml", content: kml(table("T1", 1), link("../../b.kml"), link("c.kml")) },
    );
    const file = "Pampa trackers.kmz";
    const field = "href";
    expect(draft.levels.find(({ type }) => type === "tracker")?.count).toBe(2);
    expect(report.refused).toEqual([
      {
        reason: "kml_link_outside",
        values: { href: "http://127.0.0.1:9/x.kml" },
        file,
        field,
        line: 3,
      },
      {
        reason: "kml_link_outside",
        values: { href: "../../b.kml" },
        file: `${file}/a.kml`,
        field,
        line: 3,
      },
      {
        reason: "kmz_link_missing",
        values: { href: "c.kml" },
        file: `${file}/a.kml`,
        field,
        line: 4,
      },
    ]);
  });

  it("refuses a linked file that is broken under its own name", async () => {
    const reading = read(
      "Pampa trackers.kmz",
      { name: "doc.kml", content: kml(link("a.kml")) },
      { name: "a.kml", content: kml("<Placemark>") },
    );
    const file = "Pampa trackers.kmz/a.kml";
    await expect(reading).rejects.toMatchObject({ problems: [{ reason: "xml_syntax", file }] });
  });
});

const data = sharedData();

describe.skipIf(data === null)("the Chilean plant as one KMZ", () => {
  it("says by the names of its files what they contain, as the files themselves do", async () => {
    const folder = join(data!, "plant-geometry/pampa");
    const names = ["Mesa_BP-A-1.kml", "Mesa_BP-A-5.kml", "Paneles_BP-A-5.kml"];
    const content = (name: string) => readFileSync(join(folder, name), "utf8");
    const linked = await read(
      "Pampa.kmz",
      { name: "doc.kml", content: kml(...names.map((name) => link(`files/${name}`))) },
      ...names.map((name) => ({
        name: `files/${name}`,
        content: content(name),
        size: Buffer.byteLength(content(name)),
      })),
    );
    const apart = await readTwinFiles(
      names.map((name) => bufferSource(`Pampa ${name}`, Buffer.from(content(name)))),
      plant,
      new Set(),
    );
    expect(linked.draft).toEqual(apart.draft);
    expect(linked.draft.levels.map(({ count }) => count)).toEqual([2, 64 + 44, 1804]);
  });
});
