import * as fc from "fast-check";
import { SaxesParser } from "saxes";
import { describe, expect, it } from "vitest";
import type { LevelDraft } from "../../domain/twin/twin-draft.ts";
import { zip } from "../zip/zip.fixture.ts";
import { bufferSource } from "../geo-file/buffer-source.ts";
import type { TwinComponent } from "./component-row.ts";
import { flatGeobufFile } from "./flatgeobuf-file.ts";
import { readTwinFiles } from "./read-files.ts";
import { geoJsonFile, kmlFile } from "./text-file.ts";

type Ring = TwinComponent["ring"];

const plant = { name: "Pampa", technology: "photovoltaic" as const };
const piece = fc.oneof(
  fc.constantFrom("]]>", "<![CDATA[", "&amp;", "<", ">", '"', "'", "\\", "  ", "\u2028", "1e3"),
  fc.constantFrom(
    "null",
    "__proto__",
    "ñ",
    "e\u0301",
    "😀",
    "\ud7ff",
    "\ue000",
    "\ufffd",
    "\u{10ffff}",
  ),
  fc.string({ unit: "binary", maxLength: 4 }),
);
/** Any text that a component may have as its name. */
const name = fc
  .array(piece, { maxLength: 6 })
  .map((pieces) =>
    pieces
      .join("")
      .replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, "")
      .trim(),
  )
  .filter((text) => text.length <= 200);

const field = fc
  .array(
    fc.record({
      pcs: name,
      id: name,
      x: fc.nat({ max: 40 }),
      y: fc.nat({ max: 40 }),
      // the stored heights are float32
      height: fc.float({ min: -5, max: 50, noNaN: true }).map((height) => height + 0),
      isModule: fc.boolean(),
      parent: fc.nat({ max: 20 }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((rows): TwinComponent[] => {
    const all = rows.map((row, i) => ({ ...row, dt_id: `${row.id}#${i}` }));
    const trackers = all.filter(({ isModule }) => !isModule);
    return [...trackers, ...all.filter(({ isModule }) => isModule)].map(
      ({ dt_id, pcs, x, y, height, isModule, parent }): TwinComponent => {
        const [west, south] = [-70 + x * 1e-4, -18 + y * 1e-4];
        const ring: Ring = (
          [
            [west, south],
            [west + 2e-5, south],
            [west + 2.0000001e-5, south + 1e-5],
            [west, south + 1e-5],
            [west, south],
          ] as const
        ).map(([lon, lat]) => [Math.round(lon * 1e9) / 1e9, Math.round(lat * 1e9) / 1e9] as const);
        const above = isModule ? trackers[parent]?.dt_id : undefined;
        return {
          component_type: isModule ? "module" : "tracker",
          dt_id,
          pcs,
          parent: above ?? "",
          height,
          ring,
        };
      },
    );
  });

async function* each(components: readonly TwinComponent[]) {
  yield* components;
}
async function bytesOf(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

/** The components that a reader finds in the file. */
async function read(file: string, bytes: Buffer): Promise<TwinComponent[]> {
  const { draft, report } = await readTwinFiles([bufferSource(file, bytes)], plant, new Set());
  expect(report.refused).toEqual([]);
  const level = (type: string) => draft.levels.find((one) => one.type === type);
  const rowsOf = (of: LevelDraft | undefined, parents: LevelDraft | undefined) =>
    Array.from({ length: of?.count ?? 0 }, (_, i): TwinComponent => {
      const { dtId, pcs, parent, rings, ringOffsets, height, type } = of!;
      const ring = Array.from(
        { length: ringOffsets[i + 1]! - ringOffsets[i]! },
        (__, v) =>
          [rings[(ringOffsets[i]! + v) * 2]!, rings[(ringOffsets[i]! + v) * 2 + 1]!] as const,
      );
      return {
        component_type: type,
        dt_id: dtId[i]!,
        pcs: pcs[i]!,
        parent: parents?.dtId[parent[i]!] ?? "",
        height: height?.[i] ?? 0,
        ring: [...ring, ring[0]!],
      };
    });
  const tracker = level("tracker");
  // a module without a tracker in the file has none here: the made ones have no ID
  return [...rowsOf(tracker, undefined), ...rowsOf(level("module"), tracker)];
}

const title = "Pampa ]]> \u0000\u000b\ud800 <&";
const formats: readonly [
  file: string,
  write: (all: readonly TwinComponent[]) => Promise<Buffer>,
][] = [
  ["Pampa.geojson", (all) => bytesOf(geoJsonFile(each(all)))],
  ["Pampa.kml", (all) => bytesOf(kmlFile(title, each(all)))],
  [
    "Pampa.kmz",
    async (all) => {
      const content = (await bytesOf(kmlFile(title, each(all)))).toString();
      return zip({ name: "doc.kml", content, size: Buffer.byteLength(content) });
    },
  ],
  ["Pampa.fgb", (all) => bytesOf(flatGeobufFile(all.length, each(all)))],
];

describe("a twin that was written", () => {
  it.each(formats)("as %s is read back without a loss", async (file, write) => {
    await fc.assert(
      fc.asyncProperty(field, async (components) => {
        expect(await read(file, await write(components))).toEqual(components);
      }),
      { numRuns: 150, seed: 8 },
    );
  });

  it("as KML is well-formed, whatever the names are", async () => {
    const [row] = fc.sample(field, { numRuns: 1, seed: 1 });
    const anyName = fc.string({
      unit: fc.constantFrom("]", ">", "<", "&", "\0", "\u000b", "\ud800", "\uffff", '"'),
    });
    await fc.assert(
      fc.asyncProperty(anyName, anyName, async (pcs, dt_id) => {
        const components = row!.map((component) => ({ ...component, pcs, dt_id }));
        const parser = new SaxesParser();
        parser.on("error", (error) => {
          throw error;
        });
        parser.write((await bytesOf(kmlFile(pcs, each(components)))).toString()).close();
      }),
      { numRuns: 300 },
    );
  });
});
