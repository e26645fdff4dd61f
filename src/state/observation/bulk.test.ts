// @vitest-environment happy-dom
// Many observations at once: every one is changed once, undo brings each own value back, and a refusal stops.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadWords, startWords } from "../../client/i18n.ts";
import type { Observation } from "../../domain/observation/observation.ts";
import { answers, asked, refusal } from "../plant/two-plants.fixture.ts";
import { redo, stepCountAtom, undo } from "../shell/undo.ts";
import { valueOf } from "../shell/loaded.ts";
import { addToMany, editMany } from "./bulk.ts";
import { observationsAtom } from "./observation.ts";
import { manyObservations, observationAt, openedWith } from "./observed.fixture.ts";

vi.mock(
  "../../client/call.ts",
  async () => (await import("../plant/two-plants.fixture.ts")).client,
);
vi.mock(
  "../../client/plant-data.ts",
  async () => (await import("../plant/two-plants.fixture.ts")).worker,
);

const usual = { ...answers };
/** What the server has. */
let stored: Map<number, Observation>;
let refused = new Set<number>();
let opened: Awaited<ReturnType<typeof openedWith>>;
type Body = Pick<Observation, "observed_at" | "notes"> & {
  base_revision: number;
  request: {
    ccp_values: { ccp_id: number; value: never }[];
    pi_values: { pi_id: number; value: number }[];
    analysis_id: number | null;
    file_ids: string[];
  };
};
beforeEach(async () => {
  await startWords("en");
  await loadWords(() => true);
  refused = new Set();
  asked.length = 0;
  const all = manyObservations(60, 9);
  stored = new Map(all.map((one) => [one.id, one]));
  answers["POST /auth/observation/{id}"] = ({ id }, sent) => {
    const { base_revision, request, notes } = sent as Body;
    const before = stored.get(id)!;
    if (refused.has(id)) throw refusal("BAD_REQUEST");
    if (before.revision !== base_revision) throw refusal("CONFLICT");
    const now = {
      ...before,
      notes,
      revision: before.revision + 1,
      column_values: [
        ...request.ccp_values.map(({ ccp_id, value }) => ({ column_id: `ccp_${ccp_id}`, value })),
        ...request.pi_values.map(({ pi_id, value }) => ({ column_id: `pi_${pi_id}`, value })),
      ],
    };
    expect(request.analysis_id).toBe(before.analysis?.id ?? null);
    expect(request.file_ids).toEqual(before.file_ids);
    stored.set(id, now);
    return now;
  };
  opened = await openedWith(all);
  opened.store.sub(observationsAtom, () => undefined);
  await vi.waitUntil(() => valueOf(opened.store.get(observationsAtom))?.length === all.length);
});
afterEach(() => {
  opened.close();
  for (const key of Object.keys(answers)) if (!(key in usual)) delete answers[key];
});

const shown = () => valueOf(opened.store.get(observationsAtom))!;
const valuesOf = (one: Observation) =>
  one.column_values.map(({ column_id, value }) => `${column_id}=${value}`).toSorted();

test("sets a value in each, keeps the other values, and undo gives each its own value back", async () => {
  const { store } = opened;
  const chosen = shown().filter((_, at) => at % 3 === 0);
  const before = new Map(chosen.map((one) => [one.id, valuesOf(one)]));
  const shares: number[] = [];
  const change = { column_id: "ccp_1", value: "bird" } as const;
  const count = await store.set(editMany, chosen, change, (share) => shares.push(share));
  expect(count).toBe(chosen.length);
  expect(shares).toEqual(chosen.map((_, at) => (at + 1) / chosen.length));
  for (const one of shown()) {
    expect(one).toEqual(stored.get(one.id));
    const was = before.get(one.id);
    if (!was) expect(one.revision).toBe(1);
    else {
      const others = was.filter((text) => !text.startsWith("ccp_1="));
      expect(valuesOf(one)).toEqual([...others, "ccp_1=bird"].toSorted());
    }
  }
  await store.set(undo);
  for (const [id, was] of before) expect(valuesOf(stored.get(id)!)).toEqual(was);
  await store.set(redo);
  for (const id of before.keys()) expect(valuesOf(stored.get(id)!)).toContain("ccp_1=bird");
  await store.set(undo);
  for (const [id, was] of before) {
    expect(valuesOf(stored.get(id)!)).toEqual(was);
    expect(stored.get(id)!.revision).toBe(5);
  }
  expect(shown().every((one) => one.revision === stored.get(one.id)!.revision)).toBe(true);
});

test("takes a value away, and sets notes without touching values", async () => {
  const { store } = opened;
  const [first, second] = shown().filter((one) => valuesOf(one).some((v) => v.startsWith("ccp_3")));
  const taken = valuesOf(first!).filter((text) => !text.startsWith("ccp_3"));
  await store.set(editMany, [first!], { column_id: "ccp_3", value: null }, () => undefined);
  expect(valuesOf(stored.get(first!.id)!)).toEqual(taken);
  await store.set(editMany, [second!], { notes: "Washed" }, () => undefined);
  expect(stored.get(second!.id)).toMatchObject({ notes: "Washed" });
  expect(valuesOf(stored.get(second!.id)!)).toEqual(valuesOf(second!));
});

test("a refusal stops; what was changed before stays, is shown, and can be undone", async () => {
  const { store } = opened;
  const chosen = shown().slice(0, 5);
  const before = chosen.map(({ notes }) => notes);
  refused.add(chosen[3]!.id);
  const edit = store.set(editMany, chosen, { notes: "Seen" }, () => undefined);
  await expect(edit).rejects.toMatchObject({ code: "BAD_REQUEST" });
  const notes = () => chosen.map(({ id }) => stored.get(id)!.notes);
  expect(notes()).toEqual(["Seen", "Seen", "Seen", before[3], before[4]]);
  expect(shown().filter((one) => one.notes === "Seen")).toHaveLength(3);
  await store.set(undo);
  expect(notes()).toEqual(before);
});

test("nothing that was changed makes no step for undo", async () => {
  const { store } = opened;
  const [one] = shown();
  refused.add(one!.id);
  await expect(
    store.set(editMany, [one!], { notes: "Seen" }, () => undefined),
  ).rejects.toMatchObject({ code: "BAD_REQUEST" });
  expect(store.get(stepCountAtom)).toBe(0);
});

test("a bulk add sends one request and reads the list again", async () => {
  const { store } = opened;
  let form: unknown;
  answers["POST /auth/plant/{id}/observations/bulk-add"] = (_, body) => {
    form = body;
    return { count: 2 };
  };
  const added = [observationAt(1, { id: 901 }), observationAt(2, { id: 902 })];
  answers["GET /auth/plant/{id}/observations"] = () => ({
    count: 2,
    offset: 0,
    observations: added,
  });
  const fields = { observed_at: "2026-03-04T10:00:00.000Z", notes: "Washed" };
  const request = { file_ids: [], ccp_values: [], pi_values: [], analysis_id: null };
  const dt_ids = ["module-1", "module-2"];
  const count = await store.set(addToMany, { ...fields, request, external_id: "x", dt_ids });
  expect(count).toBe(2);
  expect(form).toEqual({ ...fields, request, external_id: "x", dt_ids });
  expect(shown().map(({ id }) => id)).toEqual([901, 902]);
  expect(asked.filter((one) => one.endsWith("bulk-add"))).toEqual([
    "POST /auth/plant/1/observations/bulk-add",
  ]);
});
