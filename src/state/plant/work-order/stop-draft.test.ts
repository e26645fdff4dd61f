// @vitest-environment happy-dom
// What is noted at a stop stays there until it is recorded, and whatever would end it asks first.
import { afterEach, beforeEach, expect, test } from "vitest";
import { answerLeave, forgetUnsaved, leave, unsavedWorkAtom } from "../../shell/leave.ts";
import { endPlant } from "../../shell/lifetime.ts";
import { signedInStore } from "../../shell/signed-in.fixture.ts";
import { endStopDraft, keepStopDraft, stopDraftOf } from "./stop-draft.ts";

const stop = (dt_id: string, order_id = 7) => ({ order_id, component_type: "module", dt_id });
const photo = { file_id: "p1", file: new File(["x"], "roof.jpg") };
let store: ReturnType<typeof signedInStore>;
beforeEach(() => {
  store = signedInStore([], [unsavedWorkAtom, stopDraftOf]);
});
afterEach(forgetUnsaved);
const draftOf = (...of: Parameters<typeof stop>) => store.get(stopDraftOf)(stop(...of));
const held = () => store.get(unsavedWorkAtom).length;

test("a note and photos stay at their stop, whatever else is written", () => {
  store.set(keepStopDraft, stop("a"), { notes: "Diode" });
  // Photos are prepared for a while: what was written meanwhile stays.
  store.set(keepStopDraft, stop("b"), { notes: "Glass" });
  store.set(keepStopDraft, stop("a"), { photos: [photo] });
  expect(draftOf("a")).toMatchObject({ notes: "Diode", photos: [photo] });
  expect(draftOf("b")).toMatchObject({ notes: "Glass", photos: [] });
  expect([draftOf("c"), draftOf("a", 8)]).toEqual([null, null]);
  expect(draftOf("a")!.external_id).not.toBe(draftOf("b")!.external_id);
});

test("the same observation is tried again, and a new note is another one", () => {
  store.set(keepStopDraft, stop("a"), { notes: "Diode" });
  const { external_id } = draftOf("a")!;
  store.set(keepStopDraft, stop("a"), { notes: "Diode changed" });
  expect(draftOf("a")!.external_id).toBe(external_id);
  store.set(endStopDraft, stop("a"), draftOf("a")!);
  expect(draftOf("a")).toBeNull();
  store.set(keepStopDraft, stop("a"), { notes: "Once more" });
  expect(draftOf("a")!.external_id).not.toBe(external_id);
});

test("what is written while a note is recorded stays, for another observation", () => {
  store.set(keepStopDraft, stop("a"), { notes: "Diode", photos: [photo] });
  const sent = draftOf("a")!;
  const later = { ...photo, file_id: "p2" };
  store.set(keepStopDraft, stop("a"), { notes: "Diode, and glass", photos: [photo, later] });
  store.set(endStopDraft, stop("a"), sent);
  expect(draftOf("a")).toMatchObject({ notes: "Diode, and glass", photos: [later] });
  expect(draftOf("a")!.external_id).not.toBe(sent.external_id);
});

test("drafts are unsaved work until the last one is recorded or emptied", () => {
  store.set(keepStopDraft, stop("a"), { notes: "D" });
  store.set(keepStopDraft, stop("b"), { photos: [photo] });
  expect(held()).toBe(1);
  store.set(keepStopDraft, stop("a"), { notes: "" });
  expect([held(), draftOf("a")]).toEqual([1, null]);
  store.set(endStopDraft, stop("b"), draftOf("b")!);
  expect(held()).toBe(0);
});

test("who leaves the plant is asked, and discards all drafts or none", async () => {
  let gone = 0;
  const go = () => void (gone += 1);
  store.set(keepStopDraft, stop("a"), { notes: "Diode" });
  leave(go, "view");
  await answerLeave("stay");
  expect([gone, draftOf("a")?.notes]).toEqual([0, "Diode"]);
  leave(go, "view");
  await answerLeave("discard");
  expect([gone, draftOf("a"), held()]).toEqual([1, null, 0]);
  store.set(keepStopDraft, stop("a"), { notes: "Again" });
  expect(held()).toBe(1);
});

test("they end with the plant", () => {
  store.set(keepStopDraft, stop("a"), { notes: "Diode" });
  store.set(endPlant);
  expect([draftOf("a"), held()]).toEqual([null, 0]);
});
