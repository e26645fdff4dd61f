// @vitest-environment happy-dom
// An import of metered energy: the preview is always that of the answers that are shown, and what is stored is what it
// says.
import { act } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetUnsaved } from "../../state/shell/leave.ts";
import { hide, show, text } from "../shown.fixture.tsx";
import { ImportDialog } from "./import-dialog.tsx";

type Asked = {
  applied: boolean;
  given: { values: string; unit?: string; last_month?: string };
  end: (answer: object) => void;
};
const { asked } = vi.hoisted(() => ({ asked: [] as Asked[] }));
vi.mock("../../state/plant/analysis/metered-energy.ts", async (original) => {
  const { atom } = await import("jotai");
  return {
    ...(await original<object>()),
    sendMeterFile: atom(
      null,
      (_get, _set, _file: File, applied: boolean, given: Asked["given"]) =>
        new Promise((end) => asked.push({ applied, given, end })),
    ),
  };
});
vi.mock("../../client/call.ts", () => import("../../state/shell/served.fixture.ts"));
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
const close = vi.fn();
beforeEach(async () => {
  asked.splice(0);
  close.mockClear();
  await show(<ImportDialog handed={null} onClose={close} />);
});
afterEach(async () => {
  await hide();
  forgetUnsaved();
});

const answer = (mwh: number, is_stored = false, last_month: string | null = null) => ({
  last_month,
  is_stored,
  meters: [{ name: "M1", mwh, coverage: 1, replaced_days: 0 }],
  interval_minutes: 15,
  first_day: "2026-01-01",
  last_day: "2026-01-31",
  from: "2026-01-01",
  to: "2026-01-31",
  notes: [],
});
const triggers = () => [
  ...document.querySelectorAll<HTMLButtonElement>("button[aria-haspopup=listbox]"),
];
async function choose(at: number, option: number) {
  await act(async () => triggers()[at]!.click());
  await act(async () => document.querySelectorAll<HTMLElement>("[role=option]")[option]!.click());
}
async function file() {
  const input = document.querySelector<HTMLInputElement>("input[type=file]")!;
  const chosen = new File(["time;M1"], "meters.csv", { type: "text/csv" });
  Object.defineProperty(input, "files", { value: [chosen], configurable: true });
  await act(async () => void input.dispatchEvent(new Event("change", { bubbles: true })));
}
const apply = () =>
  act(async () =>
    document.querySelector<HTMLButtonElement>("footer button[data-kind=primary]")!.click(),
  );

test("an answer that comes late is not the preview of a later choice", async () => {
  await choose(0, 0);
  await choose(1, 0);
  await file();
  await choose(2, 1);
  await choose(2, 2);
  expect(asked).toHaveLength(3);
  const [first, second, third] = asked as [Asked, Asked, Asked];
  await act(async () => third.end(answer(333)));
  expect(text()).toContain("333");
  await act(async () => second.end(answer(222)));
  await act(async () => first.end(answer(111)));
  expect(text()).toContain("333");
  expect(text()).not.toContain("222");
  await apply();
  expect(asked.at(-1)).toMatchObject({ applied: true, given: third.given });
});

test("nothing can be imported before the newest answer is there, and no choice changes while it is stored", async () => {
  await choose(0, 0);
  await choose(1, 0);
  await file();
  await act(async () => asked[0]!.end(answer(111)));
  await choose(2, 1);
  await apply();
  expect(asked.filter(({ applied }) => applied)).toEqual([]);
  await act(async () => asked[1]!.end(answer(222)));
  await apply();
  expect(triggers().every((one) => one.disabled)).toBe(true);
  await act(async () => asked[2]!.end(answer(222, true)));
  expect(close).toHaveBeenCalledTimes(1);
});

test("asks whether the last month is complete, and imports nothing before", async () => {
  await choose(0, 0);
  await choose(1, 0);
  await file();
  await act(async () => asked[0]!.end(answer(111, false, "2026-03")));
  expect(text()).toContain("Is March 2026 complete in this file?");
  await apply();
  expect(asked.filter(({ applied }) => applied)).toEqual([]);
  await choose(4, 1);
  await act(async () => asked.at(-1)!.end(answer(99, false, "2026-03")));
  await apply();
  expect(asked.at(-1)).toMatchObject({ applied: true, given: { last_month: "part" } });
});

test("another meaning of the times asks again", async () => {
  await choose(0, 0);
  await choose(1, 0);
  await file();
  await act(async () => asked[0]!.end(answer(111, false, "2026-03")));
  await choose(4, 0);
  await act(async () => asked.at(-1)!.end(answer(111, false, "2026-03")));
  await choose(1, 1);
  expect(asked.at(-1)!.given.last_month).toBeUndefined();
});
