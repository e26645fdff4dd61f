// @vitest-environment happy-dom
// Observations and photos that are moved: each is in one place, and undo brings it back to where it was.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Observation } from "../../domain/observation/observation.ts";
import { answers, refusal } from "../plant/two-plants.fixture.ts";
import { valueOf } from "../shell/loaded.ts";
import { redo, undo } from "../shell/undo.ts";
import { editMany } from "./bulk.ts";
import { createObservation, editObservation, fieldsOf, moveObservation } from "./change.ts";
import { imageAt, observationAt, openedWith } from "./observed.fixture.ts";
import { observationsAtom } from "./observation.ts";
import { movePhoto } from "./photo-place.ts";

vi.mock(
  "../../client/call.ts",
  async () => (await import("../plant/two-plants.fixture.ts")).client,
);
vi.mock(
  "../../client/plant-data.ts",
  async () => (await import("../plant/two-plants.fixture.ts")).worker,
);

const photos = [imageAt(1, -3), imageAt(2, -3)];
const first = observationAt(3, {
  images: photos,
  image_urls: ["/1", "/2"],
  files_map: { "file-1": 1, "file-2": 2 },
});
const second = observationAt(5);
const usual = { ...answers };
let opened: Awaited<ReturnType<typeof openedWith>>;
beforeEach(async () => {
  opened = await openedWith([first, second]);
  opened.store.sub(observationsAtom, () => undefined);
  await vi.waitUntil(() => valueOf(opened.store.get(observationsAtom))?.length === 2);
});
afterEach(() => {
  opened.close();
  for (const key of Object.keys(answers)) if (!(key in usual)) delete answers[key];
});
const shown = (id: number) =>
  valueOf(opened.store.get(observationsAtom))!.find((one) => one.id === id)!;

test("an observation is moved, back by undo, and moved again, each on top of the last revision", async () => {
  let now: Observation = first;
  const bases: unknown[] = [];
  answers["POST /auth/observation/{id}/move"] = (_ids, sent) => {
    const { base_revision, dt_id } = sent as { base_revision: number; dt_id: string };
    bases.push([base_revision, dt_id]);
    const fieldgeometry_component = { ...now.fieldgeometry_component, dt_id };
    return (now = { ...now, revision: now.revision + 1, fieldgeometry_component });
  };
  const { store } = opened;
  const place = () => shown(first.id).fieldgeometry_component.dt_id;
  await store.set(moveObservation, first, "module-9");
  expect(place()).toBe("module-9");
  await store.set(undo);
  expect(place()).toBe("module-3");
  await store.set(redo);
  expect(place()).toBe("module-9");
  expect(bases).toEqual([
    [1, "module-9"],
    [2, "module-3"],
    [3, "module-9"],
  ]);
});

test("undo of a move brings the finding back that the other component cannot have", async () => {
  let now: Observation = { ...first, fault_type: 10 };
  const sent: unknown[] = [];
  answers["POST /auth/observation/{id}/move"] = (_ids, body) => {
    sent.push(body);
    const { dt_id, fault_type = null } = body as { dt_id: string; fault_type?: number | null };
    const fieldgeometry_component = { ...now.fieldgeometry_component, dt_id };
    return (now = { ...now, fault_type, revision: now.revision + 1, fieldgeometry_component });
  };
  const { store } = opened;
  await store.set(moveObservation, now, "tracker-1");
  expect(shown(first.id).fault_type).toBeNull();
  await store.set(undo);
  expect(shown(first.id).fault_type).toBe(10);
  await store.set(redo);
  expect(sent).toEqual([
    { base_revision: 1, dt_id: "tracker-1" },
    { base_revision: 2, dt_id: "module-3", fault_type: 10 },
    { base_revision: 3, dt_id: "tracker-1", fault_type: null },
  ]);
});

test("a moved photo is with its new observation, and no longer with the old one", async () => {
  answers["POST /auth/observation/{id}/image/{image_id}/move"] = () => ({
    ...second,
    images: [photos[0]],
    files_map: { "file-1": 1 },
  });
  await opened.store.set(movePhoto, first, 1, second.id);
  expect(shown(second.id).images.map(({ id }) => id)).toEqual([1]);
  expect(shown(first.id)).toMatchObject({
    images: [photos[1]],
    image_urls: ["/2"],
    files_map: { "file-2": 2 },
  });
  expect(shown(first.id).files_map).not.toHaveProperty("file-1");
});

/** The server with one observation: refuses what is based on another revision than the stored one. */
function oneOnServer() {
  const server = { now: { ...second, notes: "made" }, deleted: [] as unknown[] };
  const refuseUnless = (base: unknown) => {
    if (Number(base) === server.now.revision) return;
    throw Object.assign(refusal("CONFLICT"), { versions: { current: server.now } });
  };
  const store = (changes: Partial<Observation>) =>
    (server.now = { ...server.now, ...changes, revision: server.now.revision + 1 });
  answers["POST /auth/plant/{id}/observation"] = () => (server.now = { ...server.now });
  answers["POST /auth/observation/{id}"] = (_ids, sent) => {
    const { base_revision, notes } = sent as { base_revision: number; notes: string };
    refuseUnless(base_revision);
    return store({ notes });
  };
  answers["DELETE /auth/observation/{id}"] = (_ids, _sent, _signal, query) => {
    refuseUnless(query?.["base_revision"]);
    server.deleted.push(server.now.notes);
    return { done: true };
  };
  answers["POST /auth/plant/{id}/observation/{observation_id}/restore"] = () => store({});
  return { server, store };
}
const fields = (notes: string) => ({ ...fieldsOf(second), notes });
const made = () => ({ ...fields("made"), external_id: second.external_id, dt_id: "module-5" });

test("an observation that was created and edited is undone twice and redone twice", async () => {
  const { server } = oneOnServer();
  const { store } = opened;
  const one = await store.set(createObservation, made());
  await store.set(editObservation, one, fields("edited"));
  await store.set(undo);
  expect(server.now.notes).toBe("made");
  await store.set(undo);
  expect(server.deleted).toEqual(["made"]);
  await store.set(redo);
  await store.set(redo);
  expect(server.now.notes).toBe("edited");
  await store.set(undo);
  await store.set(undo);
  expect(server.deleted).toEqual(["made", "made"]);
});

test("two edits are undone one after the other, one of many among them", async () => {
  const { server } = oneOnServer();
  const { store } = opened;
  const first = await store.set(editObservation, second, fields("first"));
  await store.set(editMany, [first], { notes: "many" }, () => undefined);
  await store.set(editObservation, server.now, fields("last"));
  for (const notes of ["many", "first", second.notes]) {
    await store.set(undo);
    expect(server.now.notes).toBe(notes);
  }
});

test("a step from before the change of somebody else is refused, also after an own edit on top", async () => {
  const { server, store: storeByOthers } = oneOnServer();
  const { store } = opened;
  await store.set(createObservation, made());
  storeByOthers({ notes: "by others" });
  await store.set(editObservation, server.now, fields("on top"));
  await store.set(undo);
  expect(server.now.notes).toBe("by others");
  await expect(store.set(undo)).rejects.toMatchObject({
    problems: [{ reason: "step_overtaken" }],
  });
  expect(server.deleted).toEqual([]);
});
