// @vitest-environment happy-dom
import { createStore } from "jotai";
import { afterEach, expect, test, vi } from "vitest";
import {
  answerLeave,
  holdUnsaved,
  unsavedPanelsAtom,
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

test("of several things at risk each kind is named once, and all must be savable", () => {
  holdUnsaved({ kind: "editing", save: async () => true });
  holdUnsaved({ kind: "editing", save: async () => true });
  leave(vi.fn());
  expect(asked()).toEqual({ kinds: ["editing"], canSave: true });
  holdUnsaved({ kind: "drawing" });
  leave(vi.fn());
  expect(asked()).toEqual({ kinds: ["editing", "drawing"], canSave: false });
});

test("saving stops at the first work that cannot be saved", async () => {
  const go = vi.fn();
  const second = vi.fn(async () => true);
  holdUnsaved({ kind: "editing", save: async () => false });
  holdUnsaved({ kind: "editing", save: second });
  leave(go);
  await answerLeave("save");
  expect([second.mock.calls, go.mock.calls]).toEqual([[], []]);
});

test("work without a way to save it is not lost by saving", async () => {
  const go = vi.fn();
  holdUnsaved({ kind: "drawing" });
  leave(go);
  await answerLeave("save");
  expect(go).not.toHaveBeenCalled();
  expect(store.get(unsavedWorkAtom)).toHaveLength(1);
});

test("saved work is kept and no longer protected", async () => {
  const drop = vi.fn();
  holdUnsaved({ kind: "editing", save: async () => true, drop });
  leave(vi.fn());
  await answerLeave("save");
  expect(drop).not.toHaveBeenCalled();
  expect(store.get(unsavedWorkAtom)).toEqual([]);
});

test("discarding leaves an upload alone that goes on behind other views", async () => {
  const stopUpload = vi.fn();
  holdUnsaved({ kind: "uploading", drop: stopUpload });
  holdUnsaved({ kind: "editing" });
  leave(vi.fn());
  expect(asked()?.kinds).toEqual(["editing"]);
  await answerLeave("discard");
  expect(stopUpload).not.toHaveBeenCalled();
  expect(store.get(unsavedWorkAtom)).toMatchObject([{ kind: "uploading" }]);
});

test("the question stays while some of the work is still unsaved", () => {
  const go = vi.fn();
  const first = holdUnsaved({ kind: "editing" });
  const second = holdUnsaved({ kind: "drawing" });
  leave(go);
  first();
  expect(go).not.toHaveBeenCalled();
  expect(asked()?.kinds).toEqual(["editing", "drawing"]);
  second();
  expect(go).toHaveBeenCalledOnce();
});

test("an answer to no question does nothing", async () => {
  const drop = vi.fn();
  holdUnsaved({ kind: "editing", drop });
  await answerLeave("discard");
  expect(drop).not.toHaveBeenCalled();
  expect(store.get(unsavedWorkAtom)).toHaveLength(1);
});

test("with the end of the session work and question are forgotten", () => {
  const go = vi.fn();
  holdUnsaved({ kind: "editing" });
  leave(go);
  forgetUnsaved();
  expect([asked(), store.get(unsavedWorkAtom), go.mock.calls]).toEqual([null, [], []]);
});

test("a page that is shown later sees what was unsaved before", () => {
  holdUnsaved({ kind: "editing" });
  leave(vi.fn());
  const later = createStore();
  const stops = [unsavedWorkAtom, leaveQuestionAtom].map((one) => later.sub(one, () => undefined));
  expect(later.get(unsavedWorkAtom)).toHaveLength(1);
  expect(later.get(leaveQuestionAtom)?.kinds).toEqual(["editing"]);
  stops.forEach((stop) => stop());
  forgetUnsaved();
  // It is not watched there any more.
  expect(later.get(unsavedWorkAtom)).toHaveLength(1);
});

/** Goes back to an address; returns whether the guard lets the router continue. */
function backTo(address: string): boolean {
  const router = vi.fn();
  window.addEventListener("popstate", router);
  Object.getPrototypeOf(history).replaceState.call(history, null, "", address);
  window.dispatchEvent(new PopStateEvent("popstate"));
  window.removeEventListener("popstate", router);
  return router.mock.calls.length > 0;
}

test("the back button is free without work that would be lost with the view", () => {
  history.replaceState(null, "", "/settings/drones");
  const stop = startLeaveGuard();
  expect(backTo("/plants")).toBe(true);
  holdUnsaved({ kind: "uploading" });
  expect(backTo("/orders")).toBe(true);
  expect(asked()).toBeNull();
  stop();
});

test("another place on the same page is no other view", () => {
  history.replaceState(null, "", "/settings/drones?id=1");
  const stop = startLeaveGuard();
  holdUnsaved({ kind: "editing" });
  expect(backTo("/settings/drones?id=1#more")).toBe(true);
  expect(asked()).toBeNull();
  expect(backTo("/settings/drones?id=2")).toBe(false);
  expect(location.pathname + location.search + location.hash).toBe("/settings/drones?id=1#more");
  stop();
});

test.each(["pushState", "replaceState"])(
  "the view to stay in is the one the router has gone to: %s",
  async (said) => {
    history.replaceState(null, "", "/settings/drones");
    const stop = startLeaveGuard();
    Object.getPrototypeOf(history).replaceState.call(history, { at: 2 }, "", "/settings/orders");
    window.dispatchEvent(new Event(said));
    holdUnsaved({ kind: "editing" });
    expect(backTo("/plants")).toBe(false);
    expect([location.pathname, history.state]).toEqual(["/settings/orders", { at: 2 }]);
    stop();
  },
);

test("a guard that has stopped asks nothing", () => {
  history.replaceState(null, "", "/settings/drones");
  startLeaveGuard()();
  holdUnsaved({ kind: "editing" });
  expect(backTo("/plants")).toBe(true);
  const close = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(close);
  expect([close.defaultPrevented, asked()]).toEqual([false, null]);
});

test("what a panel shows is asked about alone; the work of other panels stays", async () => {
  const [go, drop, other] = [vi.fn(), vi.fn(), vi.fn()];
  holdUnsaved({ kind: "drawing", panel: "flight", drop: other });
  leave(go, { panel: "observations" });
  expect(go).toHaveBeenCalledOnce();
  holdUnsaved({ kind: "editing", panel: "observations", drop });
  holdUnsaved({ kind: "uploading", panel: "observations", drop: other });
  expect([...store.get(unsavedPanelsAtom)]).toEqual(["flight", "observations"]);
  leave(go, { panel: "observations" });
  expect(asked()).toEqual({ kinds: ["editing"], canSave: false });
  await answerLeave("discard");
  expect([go, drop, other].map(({ mock }) => mock.calls.length)).toEqual([2, 1, 0]);
  expect(store.get(unsavedWorkAtom).map(({ kind }) => kind)).toEqual(["drawing", "uploading"]);
});

test.each(["stay", "save"] as const)("who stays sees what was asked about: %s", async (answer) => {
  const show = vi.fn();
  holdUnsaved({ kind: "editing", panel: "observations", save: async () => false, show });
  leave(vi.fn());
  await answerLeave(answer);
  expect(show).toHaveBeenCalledOnce();
});
