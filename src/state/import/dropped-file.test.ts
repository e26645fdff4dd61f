// @vitest-environment happy-dom
// What a dropped file becomes: the newest drop counts, and what cannot be read says why instead of the file before it.
import { beforeEach, expect, test } from "vitest";
import type { ChosenFile } from "../../client/chosen-file.ts";
import { analysisIdAtom } from "../plant/analysis/analysis.ts";
import { plantIdAtom } from "../plant/plant.ts";
import type { Permission } from "../../domain/account/permission.ts";
import { signedInStore } from "../shell/signed-in.fixture.ts";
import {
  destinationAtom,
  droppedFileAtom,
  handOver,
  handToPage,
  isReadingDropAtom,
  offeredDestinationsAtom,
  takeDropped,
  type Drop,
} from "./dropped-file.ts";
import {
  droneFileAtom,
  meterFileAtom,
  referenceFileAtom,
  stateFileAtom,
  userFileAtom,
} from "./handed-file.ts";

let store: Awaited<ReturnType<typeof signedInStore>>;
beforeEach(async () => {
  store = await signedInStore();
  store.set(plantIdAtom, 1);
});

const chosen = (name: string, content: string): ChosenFile => ({
  name,
  file: new File([content], name.split("/").at(-1)!),
  handle: null,
  folder: null,
});
const dropOf = (...files: readonly ChosenFile[]): Drop => ({
  name: files[0]?.name.split("/")[0] ?? "",
  files: Promise.resolve(files),
});
const shown = () => {
  const { name, kind, reason, file } = store.get(droppedFileAtom) ?? {};
  return { name, kind, reason, hasFile: Boolean(file) };
};
const table = chosen("walk.csv", "longitude,latitude\n1,2\n");
const jpeg = "\u00ff\u00d8\u00ff";

test("a file is recognised, and the next one takes its place at once", async () => {
  await store.set(takeDropped, dropOf(table));
  expect(shown()).toEqual({ name: "walk.csv", kind: "shapes", reason: null, hasFile: true });
  const slow = Promise.withResolvers<readonly ChosenFile[]>();
  const taken = store.set(takeDropped, { name: "next.csv", files: slow.promise });
  expect(store.get(droppedFileAtom)).toBeNull();
  expect(store.get(isReadingDropAtom)).toBe(true);
  slow.resolve([chosen("next.csv", "dt_id,heat_loss\na,1\n")]);
  await taken;
  expect(shown()).toMatchObject({ name: "next.csv", kind: "results" });
  expect(store.get(isReadingDropAtom)).toBe(false);
});

test("a file that cannot be opened or read is said, and the one before it is gone", async () => {
  await store.set(takeDropped, dropOf(table));
  const locked = new DOMException("locked", "NotReadableError");
  await store.set(takeDropped, { name: "locked.xlsx", files: Promise.reject(locked) });
  const said = { kind: null, reason: "file_unreadable", hasFile: false };
  expect(shown()).toEqual({ name: "locked.xlsx", ...said });
  const gone = chosen("gone.csv", "x");
  Object.defineProperty(gone.file, "slice", {
    value: () => ({ arrayBuffer: () => Promise.reject(locked) }),
  });
  await store.set(takeDropped, dropOf(gone));
  expect(shown()).toEqual({ name: "gone.csv", ...said });
});

test("a folder is said to be one, unless it has photos and videos alone", async () => {
  await store.set(takeDropped, dropOf(table));
  const said = { kind: null, reason: "file_folder", hasFile: false };
  await store.set(takeDropped, { name: "empty", files: Promise.resolve([]) });
  expect(shown()).toEqual({ name: "empty", ...said });
  await store.set(takeDropped, dropOf(chosen("site/modules.shp", "x"), chosen("site/a.jpg", jpeg)));
  expect(shown()).toEqual({ name: "site", ...said });
});

test("the photos of a folder go together, without the files of the system", async () => {
  const files = [
    chosen("DCIM/.DS_Store", "x"),
    chosen("DCIM/100/DJI_1.JPG", jpeg),
    chosen("DCIM/101/DJI_1.JPG", jpeg),
  ];
  const bytes = (one: ChosenFile): ChosenFile => ({
    ...one,
    file: new File([Uint8Array.of(0xff, 0xd8, 0xff)], one.file.name),
  });
  await store.set(takeDropped, dropOf(...files.map(bytes)));
  const { kind, chosen: all } = store.get(droppedFileAtom)!;
  expect(kind).toBe("drone");
  expect(all.map(({ name }) => name)).toEqual(["DCIM/100/DJI_1.JPG", "DCIM/101/DJI_1.JPG"]);
});

test("a slower drop does not replace the newer one", async () => {
  const slow = Promise.withResolvers<readonly ChosenFile[]>();
  const first = store.set(takeDropped, { name: "slow.csv", files: slow.promise });
  await store.set(takeDropped, dropOf(table));
  slow.resolve([chosen("slow.csv", "dt_id,heat_loss\na,1\n")]);
  await first;
  expect(shown()).toMatchObject({ name: "walk.csv" });
});

test.each([
  ["references", "dt_id,measured_at,heat_loss\nm-1,2026-05-01T10:00Z,3\n", referenceFileAtom],
  ["meter", "time;INV 1 (kWh)\n2026-03-01 10:00;5\n", meterFileAtom],
] as const)("a table of %s opens the panel that imports it", async (kind, text, handed) => {
  store = signedInStore(["UPDATE_ANALYSIS_RESULT", "UPDATE_PLANT"]);
  store.set(plantIdAtom, 1);
  await store.set(takeDropped, dropOf(chosen("table.csv", text)));
  expect(store.get(droppedFileAtom)?.kind).toBe(kind);
  expect(store.get(destinationAtom)).toBe(kind);
  // Its panel is that of an analysis: without one the file stays in sight.
  store.set(handOver, kind);
  expect(store.get(handed)).toBeNull();
  expect(store.get(droppedFileAtom)?.name).toBe("table.csv");
  store.set(analysisIdAtom, 12);
  store.set(handOver, kind);
  expect(store.get(handed)?.name).toBe("table.csv");
  expect(store.get(droppedFileAtom)).toBeNull();
});

const records = {
  users: ["email;first name;role\nana@sol.example;Ana;analyst\n", userFileAtom],
  drones: ["internal_identifier;drone_type;model\nD-1;dock;Mavic 3T\n", droneFileAtom],
  orders: ["order,status,revision\nWO-12,done,3\n", stateFileAtom],
} as const;
const needs: Readonly<Record<keyof typeof records, readonly Permission[]>> = {
  users: ["READ_USER", "READ_AVAILABLE_ROLE", "CREATE_USER"],
  drones: ["READ_DRONE", "CREATE_DRONE"],
  orders: ["READ_WORK_ORDER", "READ_FINDING", "UPDATE_WORK_ORDER"],
};

test.each(["users", "drones", "orders"] as const)(
  "a table of %s goes to its import, for those who may open and use it",
  async (kind) => {
    const [text, handed] = records[kind];
    for (const missing of needs[kind]) {
      store = signedInStore(needs[kind].filter((one) => one !== missing));
      store.set(plantIdAtom, 1);
      await store.set(takeDropped, dropOf(chosen("table.csv", text)));
      expect(store.get(droppedFileAtom)?.kind).toBe(kind);
      expect(store.get(offeredDestinationsAtom), missing).toEqual([]);
    }
    store = signedInStore(needs[kind]);
    store.set(plantIdAtom, 1);
    await store.set(takeDropped, dropOf(chosen("table.csv", text)));
    expect(store.get(destinationAtom)).toBe(kind);
    if (kind === "orders") store.set(handOver, kind);
    else store.set(handToPage, kind);
    expect(store.get(handed)?.name).toBe("table.csv");
    expect(store.get(droppedFileAtom)).toBeNull();
  },
);

test("a workbook, whose rows are not looked into, can be each of them", async () => {
  store = signedInStore(Object.values(needs).flat());
  store.set(plantIdAtom, 1);
  await store.set(takeDropped, dropOf(chosen("table.csv", "what;who\n1;2\n")));
  expect(store.get(offeredDestinationsAtom)).toEqual(["orders", "drones", "users"]);
});
