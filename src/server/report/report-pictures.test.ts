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

it("packs the pictures of both", async () => {
  const ids = ["T1.M5", "T2.M5"];
  const images = ids.map((dt_id) => ({ full: dt_id, kind: "thermal", file_name: "DJI_1.jpg" }));
  const at = (row: number) => ({ component_type: "module" as const, row });
  const path = join(folder, "report.zip");
  await writePictures(path, {
    store: {
      size: (key: string) => Promise.resolve(key.length),
      stream: (key: string) => Promise.resolve(Readable.from([Buffer.from(key)])),
    },
    input: { created_at: "2026-11-30T10:00:00Z" },
    data: {
      lead: null,
      findings: [],
      name: () => "5",
      level: () => ({ names: { dtId: (row: number) => ids[row] } }),
    },
    brief: { dangers: [at(0), at(1)], costly: [{ at: at(1), rows: [1, 0] }] },
    images: { all: ({ row }: { row: number }) => [images[row]] },
  } as unknown as Chapter);
  const files = unzipSync(new Uint8Array(await readFile(path)));
  const texts = Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]);
  expect(texts).toEqual([
    ["5 T1.M5/thermal DJI_1.jpg", "T1.M5"],
    ["5 T2.M5/thermal DJI_1.jpg", "T2.M5"],
  ]);
});
