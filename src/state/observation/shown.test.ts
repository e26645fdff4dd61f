// @vitest-environment happy-dom
// Unsent observations appear in the list, on the map and in the timeline, with a mark.
import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadWords, startWords } from "../../client/i18n.ts";
import { unsentEntry, type OutboxEntry } from "../../domain/observation/outbox.ts";
import { answers } from "../plant/two-plants.fixture.ts";
import { listedObservationsAtom } from "./filter.ts";
import { observedMapAtom, photoPositionsAtom } from "./map.ts";
import { observationAt, openedWith } from "./observed.fixture.ts";
import { keepObservations } from "./observation.ts";
import { outboxStore, startOutbox } from "./outbox.ts";
import { discardEntry, endConflict, storeAsNew } from "./outbox-entry.ts";
import { outboxReasons } from "./outbox-words.ts";
import { observationByIdAtom, observationsOfAtom, waitingOfAtom } from "./shown.ts";
import { timelineOfAtom } from "./timeline.ts";

vi.mock(
  "../../client/call.ts",
  async () => (await import("../plant/two-plants.fixture.ts")).client,
);
vi.mock(
  "../../client/plant-data.ts",
  async () => (await import("../plant/two-plants.fixture.ts")).worker,
);

const entryAt = (row: number, changes: Partial<OutboxEntry> = {}): OutboxEntry => ({
  external_id: `here-${row}`,
  account_id: 1,
  plant_id: 1,
  plant_name: "Plant 1",
  dt_id: `module-${row}`,
  pcs: `module-${row}`,
  fields: {
    observed_at: "2026-07-01T10:00:00.000Z",
    notes: "Frame bent",
    request: {
      file_ids: [],
      ccp_values: [{ ccp_id: 1, value: "hail" }],
      pi_values: [],
      analysis_id: null,
    },
  },
  photos: [],
  ...unsentEntry,
  // What is refused is not sent by itself, so that it stays here during the test.
  state: "rejected",
  attempts: 1,
  written_at: "2026-07-01T10:00:00.000Z",
  ...changes,
});

const usual = { ...answers };
let account = 900;
let opened: Awaited<ReturnType<typeof openedWith>>;
beforeEach(async () => {
  await startWords("en");
  await loadWords(() => true);
  opened = await openedWith([observationAt(3), observationAt(5)]);
  const { store } = opened;
  for (const one of [observedMapAtom, photoPositionsAtom, waitingOfAtom, timelineOfAtom]) {
    store.sub(one, () => undefined);
  }
  await vi.waitUntil(() => store.get(listedObservationsAtom).length === 2);
  store.set(startOutbox, (account += 1));
});
afterEach(() => {
  opened.close();
  for (const key of Object.keys(answers)) if (!(key in usual)) delete answers[key];
});

const rows = () =>
  opened.store
    .get(listedObservationsAtom)
    .map(({ fieldgeometry_component: { component_id }, notes }) => [component_id, notes]);

test("a new one is listed, drawn with a mark at its component, and in its timeline", async () => {
  const { store } = opened;
  const place = { lon: -3, lat: 37 };
  const photo = { file_id: "p", file_name: "p.jpg", content_type: "image/jpeg", bytes: 3 };
  const entry = entryAt(7, { photos: [{ ...photo, hash: "0", place }] });
  await outboxStore().add(entry, new Map([["p", new ArrayBuffer(3)]]));
  await vi.waitUntil(() => store.get(listedObservationsAtom).length === 3);
  expect(rows()[0]).toEqual([7, "Frame bent"]);
  const [one] = store.get(observationsOfAtom)("module-7");
  expect(one?.id).toBeLessThan(0);
  expect(one?.column_values).toEqual([{ column_id: "ccp_1", value: "hail" }]);
  const points = store.get(observedMapAtom)!.points;
  expect(points.filter(({ waits }) => waits).map(({ x }) => x)).toEqual([70]);
  expect(points).toHaveLength(3);
  expect(store.get(photoPositionsAtom)).toEqual([
    { ...place, waits: true, observation_id: one!.id, file_id: "p" },
  ]);
  const timeline = store.get(timelineOfAtom)("module-7", null);
  expect(timeline.map((line) => line.kind === "observation" && line.waits)).toEqual([true]);
});

test("those of one minute keep their places, and the open one its view, while they are sent", async () => {
  const { store } = opened;
  const [base] = store.get(listedObservationsAtom);
  const { observed_at } = entryAt(7).fields;
  for (const [at, row] of [7, 8, 9].entries()) {
    const written_at = `2026-07-01T10:00:0${at}.000Z`;
    await outboxStore().add(entryAt(row, { written_at }), new Map());
  }
  const places = () => rows().map(([row]) => row);
  await vi.waitUntil(() => places().length === 5);
  expect(places().slice(0, 3)).toEqual([9, 8, 7]);
  const before = store.get(observationsOfAtom)("module-7")[0]!;
  // The server gives IDs in the order in which the observations arrive.
  for (const [at, row] of [7, 8, 9].entries()) {
    const fieldgeometry_component = { ...base!.fieldgeometry_component, component_id: row };
    const external_id = `here-${row}`;
    keepObservations([
      { ...base!, id: 5000 + at, external_id, observed_at, notes: "", fieldgeometry_component },
    ]);
    expect(places().slice(0, 3)).toEqual([9, 8, 7]);
    await outboxStore().change(external_id, () => null);
    await vi.waitUntil(() => store.get(waitingOfAtom)(5000 + at) === undefined);
    expect(places().slice(0, 3)).toEqual([9, 8, 7]);
  }
  expect(before.id).toBeLessThan(0);
  expect(store.get(observationByIdAtom)(before.id)?.id).toBe(5000);
});

test("an unsent edit replaces the stored version in the list, and keeps its base revision", async () => {
  const { store } = opened;
  await outboxStore().add(
    entryAt(5, { external_id: "phone-5", stored: { id: 1005, revision: 1 } }),
    new Map(),
  );
  await vi.waitUntil(() => rows().some(([, notes]) => notes === "Frame bent"));
  expect(rows()).toEqual([
    [5, "Frame bent"],
    [3, ""],
  ]);
  expect(store.get(observationByIdAtom)(1005)?.revision).toBe(1);
  expect(store.get(waitingOfAtom)(1005)?.external_id).toBe("phone-5");
  expect(store.get(waitingOfAtom)(1003)).toBeUndefined();
});

test("an unsent deletion hides the stored version; it is back where somebody else has changed it", async () => {
  const { store } = opened;
  const removal = {
    external_id: "phone-5",
    stored: { id: 1005, revision: 1 },
    removes: true,
    state: "waiting",
  } as const;
  // Its base is another one than the stored one, so that it becomes a conflict where it is sent.
  await outboxStore().add(entryAt(5, removal), new Map());
  await vi.waitUntil(() => rows().length === 1);
  expect(rows()).toEqual([[3, ""]]);
  const current = observationAt(5, { notes: "Office", revision: 2 });
  await outboxStore().change("phone-5", (kept) => ({ ...kept, state: "conflict", current }));
  await vi.waitUntil(() => rows().length === 2);
  expect(rows()[0]).toEqual([5, ""]);
  expect(store.get(waitingOfAtom)(1005)?.removes).toBe(true);
});

test("what the server has of a conflict is listed once the author keeps both, or theirs", async () => {
  const { store } = opened;
  for (const [row, decide] of [
    [3, "both"],
    [5, "theirs"],
  ] as const) {
    const notes = `Office ${row}`;
    const current = observationAt(row, { notes, revision: 2 });
    const external_id = `phone-${row}`;
    const entry = entryAt(row, { external_id, stored: { id: 1000 + row, revision: 1 }, current });
    await outboxStore().add({ ...entry, state: "conflict" }, new Map());
    await vi.waitUntil(() => store.get(waitingOfAtom)(1000 + row) !== undefined);
    expect(rows().map(([, words]) => words)).not.toContain(notes);
    if (decide === "both") await store.set(endConflict, entry, "both");
    else await store.set(discardEntry, entry);
    await vi.waitFor(() => expect(rows().map(([, words]) => words)).toContain(notes));
  }
});

test("an edit of what was deleted meanwhile says so, and can be stored as a new one with its photo", async () => {
  const { store } = opened;
  const fault = { code: "RESOURCE_NOT_FOUND", message: "", problems: [] };
  const photo = {
    file_id: "p",
    file_name: "p.jpg",
    content_type: "image/jpeg",
    bytes: 3,
    hash: "0",
  };
  const entry = entryAt(9, { stored: { id: 77, revision: 2 }, fault, photos: [photo] });
  expect(outboxReasons(entry)[0]).toBe("Observation 77 not found");
  // Without a stored one something else was not found, such as the component.
  expect(outboxReasons({ ...entry, stored: null }).join()).not.toContain("Observation");
  await outboxStore().add(entry, new Map([["p", Uint8Array.of(1, 2, 3).buffer]]));
  await store.set(storeAsNew, entry);
  const [copy, ...others] = await outboxStore().list();
  expect(others).toEqual([]);
  expect([copy?.stored, copy?.fields.notes]).toEqual([null, "Frame bent"]);
  const [moved] = copy!.photos;
  expect(moved).toMatchObject({ ...photo, file_id: expect.not.stringMatching(/^p$/) });
  expect(copy!.fields.request.file_ids).toEqual([moved!.file_id]);
  const bytes = await outboxStore().photo(moved!.file_id);
  expect([...new Uint8Array(bytes!)]).toEqual([1, 2, 3]);
  expect(await outboxStore().photo("p")).toBeUndefined();
  expect(copy?.external_id).not.toBe(entry.external_id);
});
