// Shapefile, GeoPackage, DXF, lines of GeoJSON, Esri JSON and CSV, each damaged in many places: a damaged file is refused
// with its name, or the features that cannot be read are refused with their numbers. None is lost in silence.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { isFailure, type Problem } from "../../domain/error.ts";
import { bufferSource } from "./buffer-source.ts";
import type { RawFeature } from "./raw-feature.ts";
import { headOf, readerFor } from "./reader-for.ts";
import {
  soundCsv,
  soundDbf,
  soundDxf,
  soundEsri,
  soundGpkg,
  soundLines,
  soundShp,
} from "./sound-file.fixture.ts";

const FEATURES = 3;
const words = ["en", "es", "pt"].map((locale) => {
  const path = join(import.meta.dirname, `../../../locales/${locale}/refusal.json`);
  return JSON.parse(readFileSync(path, "utf8")) as Record<string, string>;
});

type Damaged = { readonly kind: string; readonly name: string; readonly bytes: Buffer };
type Outcome = {
  readonly features: readonly RawFeature[];
  readonly refused: readonly Problem[];
  /** Of the whole file. */
  readonly fault: Problem | null;
};

async function read({ name, bytes }: Damaged): Promise<Outcome> {
  const source = bufferSource(name, bytes);
  const features: RawFeature[] = [];
  const refused: Problem[] = [];
  let fault: Problem | null = null;
  try {
    await readerFor(source, await headOf(source))(source, {
      crs: () => {},
      feature: (feature) => features.push(feature),
      refuse: (problem) => refused.push(problem),
    });
  } catch (error) {
    if (!isFailure(error)) throw error;
    fault = error.problems[0]!;
  }
  return { features, refused, fault };
}

const damaged = (kind: string, name: string, bytes: Uint8Array | string): Damaged => ({
  kind,
  name,
  bytes: Buffer.from(bytes as Uint8Array),
});

/** The file without its end, in as many lengths. */
function cuts(bytes: Buffer, count: number): readonly Buffer[] {
  return Array.from({ length: count }, (_, at) =>
    bytes.subarray(0, Math.floor(((at + 0.5) / count) * bytes.length)),
  );
}

const zipped = (files: Record<string, Uint8Array>) => Buffer.from(zipSync(files));
const shp = soundShp();
const dbf = soundDbf();
const with32 = (bytes: Buffer, at: number, value: number, isBig = false) => {
  const copy = Buffer.from(bytes);
  if (isBig) copy.writeInt32BE(value, at);
  else copy.writeInt32LE(value, at);
  return copy;
};
const odd = [-1, 0, 0x7fffffff, 99];
const RECORD = 136;

const shapefiles: readonly Damaged[] = [
  ...cuts(shp, 24).map((bytes) => zipped({ "a.shp": bytes, "a.dbf": dbf })),
  ...cuts(dbf, 24).map((bytes) => zipped({ "a.shp": shp, "a.dbf": bytes })),
  // The length of the file, and of each record; kind, parts and points of each record.
  ...[24]
    .flatMap((at) => odd.map((value) => with32(shp, at, value, true)))
    .map((bytes) => zipped({ "a.shp": bytes, "a.dbf": dbf })),
  ...[0, 1, 2]
    .flatMap((record) => [
      ...odd.map((value) => with32(shp, 100 + record * RECORD + 4, value, true)),
      ...[8, 44, 48].flatMap((at) =>
        odd.map((value) => with32(shp, 100 + record * RECORD + at, value)),
      ),
    ])
    .map((bytes) => zipped({ "a.shp": bytes, "a.dbf": dbf })),
  // Rows, length of the header and of a row.
  ...[0, 1, 2, 9].map((rows) => zipped({ "a.shp": shp, "a.dbf": with32(dbf, 4, rows) })),
  ...[0, 5, 0xffff].flatMap((value) =>
    [8, 10].map((at) => {
      const copy = Buffer.from(dbf);
      copy.writeUInt16LE(value, at);
      return zipped({ "a.shp": shp, "a.dbf": copy });
    }),
  ),
].map((bytes) => damaged("shapefile", "Pampa.zip", bytes));

const gpkg = soundGpkg();
const geopackages = [
  ...cuts(gpkg, 40),
  ...Array.from({ length: 24 }, (_, at) => {
    const copy = Buffer.from(gpkg);
    const start = 100 + Math.floor((at / 24) * (copy.length - 200));
    return copy.fill(0xff, start, start + 64);
  }),
].map((bytes) => damaged("GeoPackage", "Pampa.gpkg", bytes));

const dxf = soundDxf();
const drawings = [
  ...cuts(Buffer.from(dxf), 40).map(String),
  ...["SECTION", "ENTITIES", "ENDSEC", "EOF"].map((word) => dxf.replace(word, "?")),
  dxf.replace("\n10\n", "\n10\nabc"),
  dxf.replaceAll("\n10\n", "\n11\n"),
  dxf.replace("\n90\n4", "\n90\n4000000000"),
].map((text) => damaged("DXF", "Pampa.dxf", text));

const texts = (kind: string, name: string, text: string) => [
  ...cuts(Buffer.from(text), 40).map((bytes) => damaged(kind, name, bytes)),
  ...['"', "[", "]", "{", "}", ":", ","].map((letter) =>
    damaged(kind, name, text.replace(letter, "")),
  ),
  damaged(kind, name, text.replace(/-70\.\d+/, '"west"')),
  damaged(kind, name, text.replace(/-70\.\d+/, "1e999")),
  damaged(
    kind,
    name,
    Buffer.concat([
      Buffer.from(text.slice(0, 200)),
      Buffer.from([0xff, 0xfe]),
      Buffer.from(text.slice(200)),
    ]),
  ),
];

const all = [
  ...shapefiles,
  ...geopackages,
  ...drawings,
  ...texts("NDJSON", "Pampa.ndjson", soundLines),
  ...texts("Esri JSON", "Pampa.json", soundEsri),
  ...texts("CSV", "Pampa.csv", soundCsv),
];

describe("a damaged file", () => {
  it.each([
    damaged("shapefile", "Pampa.zip", zipped({ "a.shp": shp, "a.dbf": dbf })),
    damaged("GeoPackage", "Pampa.gpkg", gpkg),
    damaged("DXF", "Pampa.dxf", dxf),
    damaged("NDJSON", "Pampa.ndjson", soundLines),
    damaged("Esri JSON", "Pampa.json", soundEsri),
    damaged("CSV", "Pampa.csv", soundCsv),
  ])("of $kind was sound before", async (file) => {
    const { features, refused, fault } = await read(file);
    expect([features.length, refused, fault]).toEqual([FEATURES, [], null]);
  });

  it.each(["shapefile", "GeoPackage", "DXF", "NDJSON", "Esri JSON", "CSV"])(
    "of %s is refused, or its features are with their numbers; none is lost in silence",
    async (kind) => {
      const lost: string[] = [];
      for (const [at, file] of all.filter((one) => one.kind === kind).entries()) {
        const { features, refused, fault } = await read(file);
        const problems = [...refused, ...(fault ? [fault] : [])];
        for (const { reason } of problems) {
          expect(words.map((texts) => typeof texts[reason])).toEqual([
            "string",
            "string",
            "string",
          ]);
        }
        if (fault !== null) expect(fault.file).toMatch(/^Pampa\./);
        for (const problem of refused) expect(problem.feature).toBeGreaterThan(0);
        if (fault === null && features.length + refused.length < FEATURES) {
          lost.push(`${at}: ${features.length} of ${FEATURES}, ${refused.length} refused`);
        }
      }
      expect(lost).toEqual([]);
    },
  );

  it.each([
    ["a record cut off", with32(shp, 24, (100 + RECORD + 60) / 2, true), "shp_cut_off", 2],
    ["a record longer than the file", with32(shp, 104 + RECORD, 9999, true), "shp_cut_off", 2],
    ["more points than the record has", with32(shp, 148 + 2 * RECORD, 6), "shp_broken", 3],
    ["no points", with32(shp, 148, 0), "shp_broken", 1],
    ["an unknown kind", with32(shp, 108, 7), "shp_broken", 1],
  ])("of a shapefile with %s names the record", async (_, bytes, reason, feature) => {
    const { fault } = await read(
      damaged("", "Pampa.zip", zipped({ "a.shp": bytes, "a.dbf": dbf })),
    );
    expect(fault).toMatchObject({ reason, feature });
  });

  it.each([
    ["a word for a number", dxf.replace("\n10\n", "\n10\nabc"), "dxf_broken", 14],
    ["more corners than it has", dxf.replace("\n90\n4", "\n90\n4000000000"), "dxf_broken", 6],
    ["no end", dxf.replace("\n0\nEOF\n", "\n"), "dxf_cut_off", 78],
    ["a section without an end", dxf.replace("\n0\nENDSEC", ""), "dxf_broken", 2],
  ])("of a drawing with %s names the line", async (_, text, reason, line) => {
    const { fault } = await read(damaged("", "Pampa.dxf", text));
    expect(fault).toMatchObject({ reason, line });
  });

  it("is there in at least two hundred and fifty kinds", () => {
    expect(new Set(all.map(({ bytes }) => bytes.toString("base64"))).size).toBeGreaterThan(250);
  });
});
