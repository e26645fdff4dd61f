// @vitest-environment happy-dom
import { createStore } from "jotai";
import { afterEach, expect, test, vi } from "vitest";
import {
  answerLeave,
  holdUnsaved,
  unsavedWorkAtom,
  leave,
  leaveQuestionAtom,
  forgetUnsaved,
  startLeaveGuard,
} from "./leave.ts";

const store = createStore();
store.sub(unsavedWorkAtom, () => undefined);
store.sub(leaveQuestionAtom, () => undefined);
const asked = () => store.get(leaveQuestionAtom);
afterEach(forgetUnsaved);

test("without unsaved work navigation continues at once", () => {
  const go = vi.fn();
  leave(go);
  expect(go).toHaveBeenCalledOnce();
  expect(asked()).toBeNull();
});

test("unsaved changes ask first; staying keeps them", async () => {
  const go = vi.fn();
  const drop = vi.fn();
  holdUnsaved({ kind: "editing", save: async () => true, drop });
  leave(go);
  expect(asked()).toEqual({ kinds: ["editing"], canSave: true });
  await answerLeave("stay");
  expect(go).not.toHaveBeenCalled();
  expect(drop).not.toHaveBeenCalled();
  expect(asked()).toBeNull();
  expect(store.get(unsavedWorkAtom)).toHaveLength(1);
});

test("discarding drops the unsaved work, then navigates", async () => {
  const order: string[] = [];
  holdUnsaved({ kind: "editing", drop: () => order.push("dropped") });
  leave(() => order.push("gone"));
  expect(asked()?.canSave).toBe(false);
  await answerLeave("discard");
  expect(order).toEqual(["dropped", "gone"]);
  expect(store.get(unsavedWorkAtom)).toEqual([]);
});

test("saving navigates only after success; refused work stays on the screen", async () => {
  const go = vi.fn();
  const save = vi.fn(async () => false);
  holdUnsaved({ kind: "editing", save });
  leave(go);
  await answerLeave("save");
  expect(go).not.toHaveBeenCalled();
  expect(store.get(unsavedWorkAtom)).toHaveLength(1);
  save.mockResolvedValue(true);
  leave(go);
  await answerLeave("save");
  expect(go).toHaveBeenCalledOnce();
});

test("the question closes when the work has been saved meanwhile", () => {
  const go = vi.fn();
  const release = holdUnsaved({ kind: "editing" });
  leave(go);
  release();
  expect(go).toHaveBeenCalledOnce();
  expect(asked()).toBeNull();
  release();
  expect(go).toHaveBeenCalledOnce();
});

test("an upload continues behind other views, and asks before the page is left", () => {
  const go = vi.fn();
  const release = holdUnsaved({ kind: "uploading" });
  leave(go);
  expect(go).toHaveBeenCalledOnce();
  leave(go, "page");
  expect(go).toHaveBeenCalledOnce();
  expect(asked()?.kinds).toEqual(["uploading"]);
  forgetUnsaved();
  release();
});

test("closing the tab asks only while there is unsaved work", () => {
  const stop = startLeaveGuard();
  const close = () => {
    const event = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(close()).toBe(false);
  const release = holdUnsaved({ kind: "uploading" });
  expect(close()).toBe(true);
  release();
  expect(close()).toBe(false);
  stop();
});

test("the back button waits for the user's answer, and the router does not see it", async () => {
  history.replaceState(null, "", "/settings/drones?id=1");
  const stop = startLeaveGuard();
  const router = vi.fn();
  window.addEventListener("popstate", router);
  const back = vi.spyOn(history, "back").mockImplementation(() => undefined);
  holdUnsaved({ kind: "editing" });
  // The browser has changed the address before it says so.
  history.replaceState(null, "", "/settings/drones?id=1");
  Object.getPrototypeOf(history).replaceState.call(history, null, "", "/plants");
  window.dispatchEvent(new PopStateEvent("popstate"));
  expect(router).not.toHaveBeenCalled();
  expect(location.pathname + location.search).toBe("/settings/drones?id=1");
  expect(asked()?.kinds).toEqual(["editing"]);
  await answerLeave("discard");
  expect(back).toHaveBeenCalledOnce();
  window.removeEventListener("popstate", router);
  back.mockRestore();
  stop();
});
