// @vitest-environment happy-dom
// What waits on this device: nothing that was written is lost by closing the list or by one press, and why nothing is
// sent is said, also where only changes of work orders wait.
import { atom } from "jotai";
import { act } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { entryOf } from "../../client/outbox/outbox.fixture.ts";
import type { OutboxEntry, OutboxFault } from "../../domain/observation/outbox.ts";
import type { KeptChange } from "../../domain/work-order/kept-change.ts";
import { newWorkOrder } from "../../domain/work-order/work-order-change.ts";
import { hide, show, text } from "../../panels/shown.fixture.tsx";
import { answerLeave, forgetUnsaved, leaveQuestionAtom } from "../../state/shell/leave.ts";
import { OutboxDialog } from "./outbox-dialog.tsx";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
const given = vi.hoisted(() => ({
  entries: [] as unknown[],
  kept: [] as unknown[],
  paused: null as unknown,
  isOrderSent: false,
  drop: (_kept: unknown) => undefined as unknown,
}));
vi.mock("../../state/observation/outbox.ts", async (original) => ({
  ...(await original<object>()),
  outboxAtom: atom(() => ({
    entries: given.entries,
    isSending: false,
    isElsewhere: false,
    paused: null,
    storage: null,
    isSlow: false,
  })),
}));
vi.mock("../../state/plant/work-order/kept.ts", async (original) => ({
  ...(await original<object>()),
  keptChangesAtom: atom(() => given.kept),
  orderSendingAtom: atom(() => ({ isSending: given.isOrderSent, paused: given.paused })),
  dropOwnChange: atom(null, async (_get, _set, kept: unknown) => given.drop(kept)),
}));
vi.mock("../../state/account/offline.ts", async (original) => ({
  ...(await original<object>()),
  offlineAtom: atom(() => ({ account_id: 1, plant_ids: [2] })),
}));

const ended: OutboxFault = { code: "TOKEN_EXPIRED", message: "", problems: [] };
const refusedEntry: OutboxEntry = {
  ...entryOf("one", "Refused notes"),
  state: "rejected",
  fault: { code: "BAD_REQUEST", message: "", problems: [] },
};
const keptOrder: KeptChange = {
  order_id: 3,
  edit: 1,
  plant_id: 2,
  plant_name: "Plant",
  account_id: 1,
  seen: {
    ...newWorkOrder,
    id: 3,
    number: 3,
    title: "North",
    assignee_name: null,
    finding_ids: [1],
    revision: 1,
    created_by: null,
    created_at: "2026-11-20T08:00:00Z",
    updated_by: null,
    updated_at: "2026-11-20T08:00:00Z",
  },
  set: { status: "done" },
  written_at: "2026-11-20T09:00:00Z",
  state: "waiting",
  isTried: false,
  fault: null,
  current: null,
};

const close = vi.fn();
beforeEach(() => {
  close.mockReset();
  Object.assign(given, { entries: [], kept: [], paused: null, isOrderSent: false });
});
afterEach(async () => {
  await hide();
  forgetUnsaved();
});
const open = () => show(<OutboxDialog onClose={close} />, [], [leaveQuestionAtom]);
const button = (name: string) =>
  [...document.querySelectorAll<HTMLButtonElement>("button")].find(
    (one) => (one.getAttribute("aria-label") ?? one.textContent) === name,
  );
const press = (name: string) => act(async () => button(name)!.click());
const notes = () => document.querySelector<HTMLTextAreaElement>("textarea")!;
async function rewrite(words: string) {
  const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")!;
  await act(async () => {
    set!.call(notes(), words);
    notes().dispatchEvent(new Event("input", { bubbles: true }));
    notes().dispatchEvent(new Event("change", { bubbles: true }));
  });
}
const escape = () =>
  act(async () => {
    const keys = { key: "Escape", bubbles: true, cancelable: true };
    notes().dispatchEvent(new KeyboardEvent("keydown", keys));
  });
const cross = () =>
  act(async () => document.querySelector<HTMLButtonElement>("header button")!.click());

test("notes that are rewritten are not lost by Escape or the cross", async () => {
  given.entries = [refusedEntry];
  const store = await open();
  await rewrite("Better notes");
  for (const end of [escape, cross]) {
    await end();
    expect(store.get(leaveQuestionAtom)).toMatchObject({ kinds: ["editing"] });
    await act(() => answerLeave("stay"));
    expect(close).not.toHaveBeenCalled();
    expect(notes().value).toBe("Better notes");
  }
  await rewrite("Refused notes");
  await escape();
  expect(close).toHaveBeenCalledTimes(1);
});

test.each([
  ["waiting", "Discard"],
  ["conflict", "Keep the stored one"],
] as const)(
  "a change of a work order that is %s is deleted after a question",
  async (state, verb) => {
    given.kept = [{ ...keptOrder, state }];
    const drop = vi.spyOn(given, "drop");
    await open();
    await press(`${verb}: WO-3 North`);
    expect(text()).toContain("Your change to WO-3 North is deleted from this device.");
    expect(drop).not.toHaveBeenCalled();
    await press("Cancel");
    expect(drop).not.toHaveBeenCalled();
    await press(`${verb}: WO-3 North`);
    await press("Discard");
    expect(drop).toHaveBeenCalledTimes(1);
  },
);

test("changes of work orders alone say why nothing is sent, and lead to the sign-in", async () => {
  given.kept = [keptOrder];
  given.paused = ended;
  await open();
  expect(text()).toContain("Sending waits: Your session has ended");
  expect(button("Sign in again")).toBeDefined();
  given.paused = null;
  given.isOrderSent = true;
  await open();
  expect(text()).toContain("Being sent …");
});
