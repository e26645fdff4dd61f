// @vitest-environment happy-dom
// The forms of findings: their days, their parts, and what they say where nothing or only a part is changed.
import { act, useEffect, useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ListedFinding } from "../../domain/finding/finding-list.ts";
import { undecided, type FindingLife } from "../../domain/finding/finding-life.ts";
import { forgetUnsaved } from "../../state/shell/leave.ts";
import { onToast } from "../../state/shell/toast.ts";
import { hide, show, text } from "../shown.fixture.tsx";
import { FindingActions } from "./actions.tsx";
import { AssignFindings } from "./assign.tsx";
import { ClaimFindings } from "./claim.tsx";
import { dayError } from "./day-error.ts";
import { FindingFacts } from "./facts.tsx";
import { RepairedFindings } from "./repaired.tsx";
import { useChange } from "./use-change.ts";

const { changed } = vi.hoisted(() => ({ changed: vi.fn(async () => undefined) }));
vi.mock("../../state/plant/finding/life.ts", async (original) => {
  const { atom } = await import("jotai");
  const people = { users: [{ id: 5, name: "Ana" }], crews: ["North"] };
  return {
    ...(await original<object>()),
    changeFindings: atom(null, changed),
    findingPeopleAtom: atom({ state: "ready", value: people }),
  };
});
vi.mock("../../state/plant/analysis/analysis.ts", async (original) => {
  const { atom } = await import("jotai");
  return { ...(await original<object>()), analysisIdAtom: atom(12) };
});
vi.mock("../../state/plant/finding/listed.ts", async (original) => {
  const { atom } = await import("jotai");
  return { ...(await original<object>()), todayAtom: atom("2026-11-30") };
});
vi.mock("../../client/call.ts", () => import("../../state/shell/served.fixture.ts"));
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);

let toasts: string[];
let stop: () => void;
const close = vi.fn();
beforeEach(() => {
  toasts = [];
  changed.mockClear();
  close.mockClear();
  stop = onToast(({ message }) => toasts.push(message));
});
afterEach(async () => {
  stop();
  await hide();
  forgetUnsaved();
});

const finding = (id: number, life: Partial<FindingLife> = {}) => {
  const one = {
    ...undecided,
    id,
    dt_id: `M${id}`,
    component_type: "module",
    fault_type: 3,
    ...life,
  };
  const { status } = one;
  return { component_type: "module", row: null, fault_type: 3, status, life: one } as ListedFinding;
};
const done = (id: number, more: Partial<FindingLife> = {}) =>
  finding(id, { status: "done", done_on: "2026-11-20", ...more });

async function fill(label: string, value: string) {
  const of = [...document.querySelectorAll("label")].find((one) =>
    one.textContent.startsWith(label),
  )!;
  const input = document.getElementById(of.htmlFor) as HTMLInputElement;
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!;
  await act(async () => {
    set!.call(input, value);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
}
const send = () =>
  act(async () => {
    const event = new Event("submit", { bubbles: true, cancelable: true });
    document.querySelector("form")!.dispatchEvent(event);
  });
const sent = () => changed.mock.calls.map((call: unknown[]) => call.at(-1));

test("a day says what is wrong with it: none, no year of ours, or not begun", async () => {
  await show(null);
  const words = { missing: "none", future: "later" };
  const days = ["", "0024-11-20", "2026-12-01", "2026-11-30"];
  expect(days.map((day) => dayError(day, "2026-11-30", words))).toEqual([
    "none",
    "The date must be in the years 1900 to 2199.",
    "later",
    null,
  ]);
  expect(dayError("", "2026-11-30", { ...words, missing: null })).toBeNull();
});

test.each([
  ["", "Enter the day of the repair."],
  ["0024-11-20", "The date must be in the years 1900 to 2199."],
  ["2026-12-01", "The day of the repair has not begun at the plant."],
])("the day of a repair cannot become “%s”, and the form stays", async (day, words) => {
  await show(<RepairedFindings findings={[done(1)]} onClose={close} />);
  await fill("Repaired on", day);
  await send();
  expect([sent(), close.mock.calls.length]).toEqual([[], 0]);
  expect(text()).toContain(words);
  await fill("Repaired on", "2026-11-21");
  await send();
  expect([sent(), close.mock.calls.length]).toEqual([[{ done_on: "2026-11-21" }], 1]);
});

test("days that differ stay where none is stated", async () => {
  const findings = [done(1), done(2, { done_on: "2026-11-21" })];
  await show(<RepairedFindings findings={findings} onClose={close} />);
  await send();
  expect([sent(), close.mock.calls.length]).toEqual([[], 1]);
});

test.each([
  ["", "Enter the day on which the component was replaced."],
  ["0024-11-20", "The date must be in the years 1900 to 2199."],
  ["2026-12-01", "Enter a day that has begun at the plant."],
])("a component cannot have been replaced on “%s”", async (day, words) => {
  const life = {
    rma: "replaced",
    rma_claim: "C-1",
    new_serial: "SN12345",
    replaced_on: "2026-11-20",
  };
  const one = finding(1, { ...life, rma: "accepted", replaced_on: null } as Partial<FindingLife>);
  await show(<ClaimFindings findings={[one]} onClose={close} />);
  await choose("Replaced");
  await fill("New serial number", "SN12345");
  await fill("Replaced on", day);
  await send();
  expect(sent()).toEqual([]);
  expect(text()).toContain(words);
});

async function choose(option: string) {
  const trigger = document.querySelector<HTMLButtonElement>("button[aria-haspopup=listbox]")!;
  await act(async () => trigger.click());
  const found = [...document.querySelectorAll<HTMLElement>("[role=option]")].find(
    ({ textContent }) => textContent.startsWith(option),
  );
  await act(async () => found!.click());
}

test("an amount of parts is read as every other number", async () => {
  await show(<RepairedFindings findings={[finding(1)]} onClose={close} />);
  await fill("Part", "Bypass diode");
  await fill("Amount", "1,234");
  await send();
  expect(sent()).toEqual([{ parts: "1234 × Bypass diode" }]);
});

test.each(["0", "10000", "2,5", ""])("%s parts are none", async (amount) => {
  await show(<RepairedFindings findings={[finding(1)]} onClose={close} />);
  await fill("Part", "Bypass diode");
  await fill("Amount", amount);
  await send();
  expect([sent(), close.mock.calls.length]).toEqual([[], 0]);
  expect(document.querySelectorAll("[aria-invalid=true]")).toHaveLength(1);
});

test("the name of a crew that is pressed takes its error away", async () => {
  await show(<AssignFindings findings={[finding(1)]} status="assigned" onClose={close} />);
  await send();
  const words = "The finding is assigned to nobody.";
  const before = document.querySelectorAll("[aria-invalid=true]").length;
  expect([before, sent()]).toEqual([1, []]);
  const crew = [...document.querySelectorAll("button")].find((one) => one.textContent === "North")!;
  await act(async () => crew.click());
  expect(document.querySelectorAll("[aria-invalid=true]")).toHaveLength(0);
  expect(text()).not.toContain(words);
});

let change: ReturnType<typeof useChange>;
function Change() {
  const found = useChange();
  useEffect(() => {
    change = found;
  });
  return null;
}

test("a change that changes nothing says why", async () => {
  await show(<Change />);
  // Only what is done can be verified, and only by a survey.
  const refused = await change([finding(1)], { done_on: "2026-11-20" }).catch(
    (cause: unknown) => cause,
  );
  expect(refused).toMatchObject({
    message: "Nothing was changed.",
    problems: [{ reason: "finding_day_without_done" }],
  });
  expect([sent(), toasts]).toEqual([[], []]);
});

test("a change that only some can have says how many", async () => {
  await show(<Change />);
  await change([done(1), finding(2), done(3)], { done_on: "2026-11-20" });
  expect(toasts).toEqual(["2 of 3 findings were changed. The others cannot be changed so."]);
  await change([done(1)], { done_on: "2026-11-20" });
  expect(toasts[1]).toBe("The finding was changed.");
});

test("a form is sent for the versions that it began with, so that others are not overwritten", async () => {
  let set: (next: readonly ListedFinding[]) => void = () => undefined;
  function Shown() {
    const [findings, setFindings] = useState([
      finding(1, { revision: 1 }),
    ] as readonly ListedFinding[]);
    useEffect(() => {
      set = setFindings;
    }, []);
    return <FindingActions findings={findings} />;
  }
  await show(<Shown />, ["READ_FINDING", "UPDATE_FINDING", "ASSIGN_FINDING"]);
  const press = (name: string) =>
    act(async () => {
      [...document.querySelectorAll("button")].findLast((one) => one.textContent === name)!.click();
    });
  await press("Dismiss");
  // Loaded again while the form is open.
  await act(async () => set([finding(1, { revision: 2, crew: "South" })]));
  const { set: setter } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")!;
  await act(async () => {
    const area = document.querySelector("textarea")!;
    setter!.call(area, "No fault");
    area.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await send();
  const call = changed.mock.calls[0] as unknown[] | undefined;
  expect(call?.[2]).toMatchObject([{ dt_id: "M1", revision: 1 }]);
});

test("more findings than one change takes are refused before they are asked one by one", async () => {
  const may = ["READ_FINDING", "UPDATE_FINDING", "ASSIGN_FINDING"] as const;
  const greyed = () =>
    [...document.querySelectorAll("button")].filter(
      (one) => one.getAttribute("aria-disabled") === "true",
    ).length;
  const some = Array.from({ length: 5000 }, (_, at) => finding(at + 1));
  await show(<FindingActions findings={some} />, may);
  expect(greyed()).toBe(0);
  const status = vi.fn(() => "open");
  const all = Array.from({ length: 5001 }, (_, at) =>
    Object.defineProperty({ ...finding(at + 1) }, "status", { get: status }),
  );
  await show(<FindingActions findings={all} />, may);
  expect(greyed()).toBe(5);
  // Those beyond the first are read by the button of the work order alone, until one can be taken.
  expect(status.mock.calls.length).toBeLessThan(all.length);
});

test("the menu of statuses has Assigned, and asks who repairs what nothing says it of", async () => {
  const may = ["READ_FINDING", "UPDATE_FINDING", "ASSIGN_FINDING"] as const;
  const press = (label: string) =>
    act(async () => {
      const all = [...document.querySelectorAll<HTMLElement>("button, [role=menuitem]")];
      all.findLast((one) => one.textContent.startsWith(label))!.click();
    });
  await show(<FindingActions findings={[finding(1, { crew: "North" })]} />, may);
  await press("Set status");
  await press("Assigned");
  expect(sent()).toEqual([{ status: "assigned" }]);
  await show(<FindingActions findings={[finding(2)]} />, may);
  await press("Set status");
  await press("Assigned");
  expect(sent()).toHaveLength(1);
  await fill("Crew", "South");
  await send();
  expect(sent().at(-1)).toMatchObject({ status: "assigned", crew: "South" });
});

test("the facts of a finding are all in their title, what matters first", async () => {
  const one = done(1, {
    crew: "South",
    parts: "2 × Bypass diode",
    due_on: "2026-12-01",
    work_order: 7,
  });
  await show(<FindingFacts finding={{ ...one, is_dangerous: true }} />);
  const title = document.querySelector("[title]")!.getAttribute("title")!;
  expect(title.split(" · ")).toEqual([
    "Safety",
    "Done",
    "Due on 1 Dec 2026",
    "South",
    "WO-7",
    "Repaired 20 Nov 2026",
    "2 × Bypass diode",
  ]);
});
