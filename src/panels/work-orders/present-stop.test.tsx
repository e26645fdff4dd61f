// @vitest-environment happy-dom
// The stop that a crew is at: a note stays with its stop, whatever is pressed and whatever others do meanwhile.
import { act, useEffect, useState } from "react";
import { atom, type PrimitiveAtom } from "jotai";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FindingLife } from "../../domain/finding/finding-life.ts";
import type { WorkOrder } from "../../domain/work-order/work-order.ts";
import { forgetUnsaved, unsavedWorkAtom } from "../../state/shell/leave.ts";
import { refusal } from "../../state/shell/served.fixture.ts";
import { hide, show, text } from "../shown.fixture.tsx";
import { PresentStop } from "./present-stop.tsx";

const { stops, at, recorded, changed, wentOn } = vi.hoisted(() => ({
  changed: vi.fn(async () => undefined),
  wentOn: vi.fn(),
  stops: { value: [] as object[] },
  at: { value: 0 },
  recorded: vi.fn(async () => "stored"),
}));
vi.mock("../../state/plant/work-order/listed.ts", async (original) => {
  const jotai = await import("jotai");
  const versionAtom = jotai.atom(0);
  return {
    ...(await original<object>()),
    versionAtom,
    walkStopsAtom: jotai.atom((get) => (get(versionAtom), stops.value)),
    shownStopAtom: jotai.atom((get) => (get(versionAtom), at.value)),
    goToOrderStop: jotai.atom(null, (_get, set, next: number) => {
      at.value = next;
      set(versionAtom, (count: number) => count + 1);
    }),
    goToNextStop: jotai.atom(null, wentOn),
  };
});
vi.mock("../../state/plant/work-order/record-repair.ts", async () => {
  const jotai = await import("jotai");
  return { recordRepair: jotai.atom(null, recorded) };
});
vi.mock("../../state/plant/finding/life.ts", async (original) => {
  const jotai = await import("jotai");
  return { ...(await original<object>()), changeFindings: jotai.atom(null, changed) };
});
vi.mock("../../client/call.ts", () => import("../../state/shell/served.fixture.ts"));
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);

const finding = (id: number, status: string) =>
  ({
    id,
    status,
    component_type: "module",
    fault_type: 0,
    severity: null,
    row: null,
    dt_id: `M${id}`,
  }) as FindingLife;
const stop = (id: number, status = "open") => ({
  component_type: "module",
  dt_id: `M${id}`,
  row: null,
  place: null,
  findings: [finding(id, status)],
});
const order = (more: Partial<WorkOrder> = {}) =>
  ({ id: 7, status: "in_work", ...more }) as WorkOrder;
const watched = atom((get) => get(unsavedWorkAtom).length);
let setOrder: (next: WorkOrder) => void;
function Shown() {
  const [shown, setShown] = useState(order());
  useEffect(() => {
    setOrder = setShown;
  }, []);
  return <PresentStop order={shown} />;
}
const open = () =>
  show(<Shown />, ["CREATE_OBSERVATION", "READ_FINDING", "UPDATE_FINDING"], [watched]);
/** What others have made of the stops and the order is loaded. */
async function overtake(store: Awaited<ReturnType<typeof open>>, next: WorkOrder) {
  const { versionAtom } = (await import("../../state/plant/work-order/listed.ts")) as unknown as {
    versionAtom: PrimitiveAtom<number>;
  };
  await act(async () => {
    store.set(versionAtom, (count) => count + 1);
    setOrder(next);
  });
}

beforeEach(() => {
  stops.value = [stop(1), stop(2)];
  at.value = 0;
  recorded.mockClear();
  changed.mockReset();
  wentOn.mockClear();
});
afterEach(async () => {
  await hide();
  forgetUnsaved();
});
const press = (name: string) =>
  act(async () => {
    const found = [...document.querySelectorAll("button")].find(
      (one) => one.textContent === name || one.getAttribute("aria-label") === name,
    );
    if (!found) throw new Error(`no ${name} in ${document.body.innerHTML}`);
    found.click();
  });
const note = () => document.querySelector("textarea");
async function write(words: string) {
  const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")!;
  await act(async () => {
    set!.call(note(), words);
    note()!.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

test("a note stays with its stop: the next one begins empty, and it is there on the way back", async () => {
  const store = await open();
  await press("Photo or note");
  await write("Diode changed");
  expect(store.get(watched)).toBe(1);
  await press("Next");
  expect(text()).not.toContain("Diode changed");
  await press("Photo or note");
  expect(note()!.value).toBe("");
  await press("Previous");
  expect(note()!.value).toBe("Diode changed");
  await press("Done, next stop");
  expect(recorded.mock.calls[0]).toMatchObject([
    expect.anything(),
    expect.anything(),
    { dt_id: "M1", notes: "Diode changed", finished_ids: [1] },
  ]);
  expect(store.get(watched)).toBe(0);
});

test("a note that others overtook is recorded all the same, also of an order that is closed", async () => {
  const store = await open();
  await press("Photo or note");
  await write("Diode changed");
  stops.value = [stop(1, "done"), stop(2)];
  await overtake(store, order({ status: "closed" }));
  expect(text()).toContain("This stop is done already.");
  expect(note()!.value).toBe("Diode changed");
  await press("Record, next stop");
  expect(recorded.mock.calls[0]?.at(-1)).toMatchObject({
    notes: "Diode changed",
    finished_ids: [],
  });
  // Nothing is left to do or to record here.
  expect(text()).toBe("");
});

test("a stop that is done without a note waits on this device where the network is bad", async () => {
  await open();
  changed.mockRejectedValueOnce(refusal("DISCONNECT"));
  await press("Done, next stop");
  expect(recorded.mock.calls.map((call: unknown[]) => call.at(-1))).toMatchObject([
    { dt_id: "M1", finished_ids: [1], notes: "" },
  ]);
  expect(wentOn).toHaveBeenCalledTimes(1);
});

test("a stop that is refused stays, and nothing is recorded", async () => {
  await open();
  changed.mockRejectedValueOnce(refusal("CONFLICT"));
  await press("Done, next stop");
  expect([recorded.mock.calls.length, wentOn.mock.calls.length]).toEqual([0, 0]);
});
