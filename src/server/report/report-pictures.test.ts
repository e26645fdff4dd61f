// Folders and files of pictures where the plant's own names repeat from one tracker to the next.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Chapter } from "./report-chapter.ts";
import { pictureNames, writePictures } from "./report-pictures.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pictures-"));
});
afterAll(() => rm(folder, { recursive: true }));

it("gives each component a folder of its own, also where two have one name", () => {
  const names = pictureNames();
  expect(names.folderOf("T1.M5", "5")).toBe("5 T1.M5");
  expect(names.folderOf("T2.M5", "5")).toBe("5 T2.M5");
  expect(names.folderOf("T1.M5", "5")).toBe("5 T1.M5");
  // A name that is the ID already is not said twice.
  expect(names.folderOf("T3.M5", "T3.M5")).toBe("T3.M5");
  // Letters that a system does not take may make two IDs one name.
  expect([names.folderOf("T/4", ""), names.folderOf("T:4", "")]).toEqual(["T_4", "T_4 (2)"]);
  expect([names.fileIn("a", "rgb 1.jpg"), names.fileIn("a", "rgb 1.JPG")]).toEqual([
    "a/rgb 1.jpg",
    "a/rgb 1 (2).JPG",
  ]);
});

const ids = ["T1.M5", "T2.M5", "T3.M5"];

/** The files of a ZIP with at most so many bytes of pictures, and how many were left out. */
async function packed(
  most?: number,
  gone: readonly string[] = [],
  sizes: Readonly<Record<string, number>> = {},
) {
  const asked: string[] = [];
  const images = ids.map((dt_id) => ({ full: dt_id, kind: "thermal", file_name: "DJI_1.jpg" }));
  const at = (row: number) => ({ component_type: "module" as const, row });
  const path = join(folder, "report.zip");
  const scene = {
    store: {
      size: (key: string) => {
        asked.push(key);
        return Promise.resolve(gone.includes(key) ? null : (sizes[key] ?? key.length));
      },
      stream: (key: string) => Promise.resolve(Readable.from([Buffer.from(key)])),
    },
    input: { created_at: "2026-11-30T10:00:00Z" },
    data: {
      lead: null,
      findings: [],
      name: () => "5",
      level: () => ({ names: { dtId: (row: number) => ids[row] } }),
    },
    brief: { dangers: [at(0), at(1)], costly: [{ at: at(1), rows: [1, 0, 2] }] },
    words: {
      t: (key: string, { n }: { n: string }) => `${n} ${key}`,
      number: (value: number) => String(value),
    },
    images: { all: ({ row }: { row: number }) => [images[row]] },
  } as unknown as Chapter;
  const left_out = await writePictures(path, scene, most);
  const files = unzipSync(new Uint8Array(await readFile(path)));
  const texts = Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]);
  return { left_out, texts, asked };
}

it("packs the pictures of each component once", async () => {
  expect(await packed()).toEqual({
    left_out: 0,
    texts: ids.map((dt_id) => [`5 ${dt_id}/thermal DJI_1.jpg`, dt_id]),
    asked: ids,
  });
});

it("says in the ZIP what did not fit, and whose file is gone", async () => {
  // Each picture has five bytes.
  const [first, second, third] = ids.map((dt_id) => [`5 ${dt_id}/thermal DJI_1.jpg`, dt_id]);
  const note = (...left: string[]) => [
    "README.txt",
    [
      `${left.length} pictures_left_out`,
      "",
      ...left.map((dt_id) => `${dt_id}: DJI_1.jpg`),
      "",
    ].join("\r\n"),
  ];
  expect(await packed(12)).toMatchObject({ left_out: 1, texts: [note("T3.M5"), first, second] });
  expect(await packed(4)).toMatchObject({ left_out: 3, texts: [note(...ids)] });
  expect(await packed(undefined, ["T2.M5"])).toMatchObject({
    left_out: 1,
    texts: [note("T2.M5"), first, third],
  });
});

it("packs nothing after the first one that does not fit, and asks for no size of it", async () => {
  // The large one of the second component does not fit; the small one of a lesser finding would.
  const { left_out, texts, asked } = await packed(12, [], { "T2.M5": 10 });
  expect(left_out).toBe(2);
  expect(texts.map(([name]) => name)).toEqual(["README.txt", "5 T1.M5/thermal DJI_1.jpg"]);
  expect(texts[0]![1]).toContain("T2.M5: DJI_1.jpg\r\nT3.M5: DJI_1.jpg");
  expect(asked).toEqual(["T1.M5", "T2.M5"]);
});

it("leaves out alone what is too large by itself", async () => {
  const { left_out, texts } = await packed(12, [], { "T2.M5": 100 });
  expect(left_out).toBe(1);
  expect(texts.map(([name]) => name)).toEqual([
    "README.txt",
    "5 T1.M5/thermal DJI_1.jpg",
    "5 T3.M5/thermal DJI_1.jpg",
  ]);
});
