import { expect, test } from "vitest";
import { filesOfDrop, filesOfInput } from "./chosen-file.ts";

/** Folders and the sizes of files, by name. */
type Tree = { readonly [name: string]: number | Tree };

const fileOf = (name: string, size: number) => new File([new Uint8Array(size)], name);
/** Browsers list this many entries of a folder at a time. */
const PART = 100;

/** An entry as every browser has it (File and Directory Entries API). */
function entryOf(name: string, node: number | Tree): FileSystemEntry {
  if (typeof node === "number") {
    const file = (done: (file: File) => void) => done(fileOf(name, node));
    return { isFile: true, isDirectory: false, name, file } as unknown as FileSystemEntry;
  }
  const createReader = () => {
    const rest = Object.entries(node).map(([child, below]) => entryOf(child, below));
    return { readEntries: (done: (part: unknown[]) => void) => done(rest.splice(0, PART)) };
  };
  return { isFile: false, isDirectory: true, name, createReader } as unknown as FileSystemEntry;
}

/** A handle as Chromium has it (File System Access). */
function handleOf(name: string, node: number | Tree): FileSystemHandle {
  if (typeof node === "number") {
    const getFile = async () => fileOf(name, node);
    return { kind: "file", name, getFile } as unknown as FileSystemHandle;
  }
  async function* values() {
    for (const [child, below] of Object.entries(node)) yield handleOf(child, below);
  }
  return { kind: "directory", name, values } as unknown as FileSystemHandle;
}

/** Dropped files and folders. They can only be read during the event, as in a browser. */
function dropped(tree: Tree, hasHandles: boolean): DataTransfer {
  let isOver = false;
  queueMicrotask(() => (isOver = true));
  const items = Object.entries(tree).map(([name, node]) => ({
    kind: "file",
    webkitGetAsEntry: () => (isOver ? null : entryOf(name, node)),
    getAsFile: () => (isOver || typeof node !== "number" ? null : fileOf(name, node)),
    ...(hasHandles && {
      getAsFileSystemHandle: async () => (isOver ? null : handleOf(name, node)),
    }),
  }));
  return { items: [...items, { kind: "string" }] } as unknown as DataTransfer;
}

const card: Tree = {
  "flight.srt": 3,
  DCIM: {
    "100MEDIA": { "DJI_0001.JPG": 1, "DJI_0002.JPG": 2 },
    empty: {},
    "index.xml": 4,
  },
};
const facts = (files: Awaited<ReturnType<typeof filesOfDrop>>) =>
  files.map(({ name, file }) => `${name} ${file.size}`);
const expected = [
  "flight.srt 3",
  "DCIM/100MEDIA/DJI_0001.JPG 1",
  "DCIM/100MEDIA/DJI_0002.JPG 2",
  "DCIM/index.xml 4",
];

test("dropped folders are read to the bottom, with the names of their folders", async () => {
  const files = await filesOfDrop(dropped(card, false));
  expect(facts(files)).toEqual(expected);
  expect(files.every(({ handle, folder }) => handle === null && folder === null)).toBe(true);
});

test("where the browser has handles, they come with the files, and their folder with them", async () => {
  const files = await filesOfDrop(dropped(card, true));
  expect(facts(files)).toEqual(expected);
  expect(files.map(({ handle }) => handle?.name)).toEqual([
    "flight.srt",
    "DJI_0001.JPG",
    "DJI_0002.JPG",
    "index.xml",
  ]);
  expect(files.map(({ folder }) => folder?.name)).toEqual([undefined, "DCIM", "DCIM", "DCIM"]);
});

test("a folder with more files than the browser lists at a time is read whole", async () => {
  const names = Array.from({ length: 2 * PART + 50 }, (_, at) => `DJI_${at}.JPG`);
  const folder = Object.fromEntries(names.map((name) => [name, 1]));
  const files = await filesOfDrop(dropped({ folder }, false));
  expect(files.map(({ name }) => name)).toEqual(names.map((name) => `folder/${name}`));
});

test("a folder that cannot be read rejects, so that no file is left out in silence", async () => {
  const broken = {
    isFile: false,
    isDirectory: true,
    name: "DCIM",
    createReader: () => ({
      readEntries: (_: unknown, fail: (cause: unknown) => void) => fail(new DOMException("gone")),
    }),
  };
  const item = { kind: "file", webkitGetAsEntry: () => broken, getAsFile: () => null };
  const read = filesOfDrop({ items: [item] } as unknown as DataTransfer);
  await expect(read).rejects.toThrow("gone");
});

test("a folder chosen with an input has the names of its folders", () => {
  const file = fileOf("DJI_0001.JPG", 1);
  Object.defineProperty(file, "webkitRelativePath", { value: "DCIM/DJI_0001.JPG" });
  expect(facts(filesOfInput([file, fileOf("flight.srt", 3)]))).toEqual([
    "DCIM/DJI_0001.JPG 1",
    "flight.srt 3",
  ]);
});
