// @vitest-environment happy-dom
// Settings of a plant: what a field can hold is said, nothing is lost without a question, and nothing is sent twice.
import { act } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { lossDefaults } from "../../domain/loss/loss-settings.ts";
import type { Plant } from "../../domain/plant/plant.ts";
import { forgetUnsaved, unsavedWorkAtom } from "../../state/shell/leave.ts";
import { asked, serve } from "../../state/shell/served.fixture.ts";
import { settle } from "../../state/shell/signed-in.fixture.ts";
import { hide, show, text } from "../shown.fixture.tsx";
import { Batches } from "./batches.tsx";
import { EvaluationLimits } from "./evaluation-limits.tsx";
import { Losses } from "./losses.tsx";

vi.mock("../../client/call.ts", () => import("../../state/shell/served.fixture.ts"));
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
afterEach(async () => {
  await hide();
  forgetUnsaved();
});
const plant = { id: 2, technology: "photovoltaic", name: "North" } as Plant;
const all = ["UPDATE_PLANT", "READ_ANALYSIS_RESULT", "MANAGE_EVALUATION_BATCH"] as const;
const open = async (part: Parameters<typeof show>[0]) => {
  const store = await show(part, all, [unsavedWorkAtom]);
  await act(settle);
  return store;
};
async function fill(label: string, value: string) {
  const of = [...document.querySelectorAll("label")].find((one) =>
    one.textContent.startsWith(label),
  )!;
  const input = document.getElementById(of.htmlFor) as HTMLInputElement;
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!;
  await act(async () => {
    input.focus();
    set!.call(input, value);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await act(async () => input.blur());
}
const press = (name: string) =>
  act(async () => {
    [...document.querySelectorAll("button")].find((one) => one.textContent === name)!.click();
  });
const changes = () => asked.filter(([request]) => !request.startsWith("GET"));
beforeEach(() => serve({}));

test("a field of the losses says what it can hold, and what is typed is unsaved work", async () => {
  serve({
    "GET /auth/plant/{id}/loss-settings": {
      settings: lossDefaults,
      own: [],
      module_power: null,
    },
    "PUT /auth/plant/{id}/loss-settings": ({ body }: { body: object }) => body,
  });
  const store = await open(<Losses plant={plant} />);
  expect(store.get(unsavedWorkAtom)).toEqual([]);
  await fill("Tariff per MWh", "6000000");
  expect(text()).toContain("Enter a number above 0, up to 5,000,000.");
  await fill("Tariff per MWh", "");
  expect(text()).toContain("Enter a number above 0, up to 5,000,000.");
  expect(store.get(unsavedWorkAtom)).toMatchObject([{ kind: "editing" }]);
  const save = () => document.querySelector("button[data-kind=primary]")!;
  expect(save().getAttribute("aria-disabled")).toBe("true");
  await fill("Tariff per MWh", "75");
  expect(save().getAttribute("aria-disabled")).not.toBe("true");
  await fill("Tariff per MWh", String(lossDefaults.tariff));
  expect(store.get(unsavedWorkAtom)).toEqual([]);
});

test("the defaults of evaluations are taken with the next save, and can be left again", async () => {
  serve({ "GET /auth/plant/{id}/evaluation-limits": { image_overlap: 0.9 } });
  const store = await open(<EvaluationLimits plant={plant} />);
  await press("Back to the defaults");
  expect(changes()).toEqual([]);
  expect(store.get(unsavedWorkAtom)).toHaveLength(1);
  await press("Cancel");
  expect([changes(), store.get(unsavedWorkAtom)]).toEqual([[], []]);
});

test("a batch is sent once, however often it is pressed", async () => {
  const batch = { id: 1, number: 1, name: "First", result_count: 0 };
  serve({
    "GET /auth/plant/{id}/evaluation-batches": [batch],
    "POST /auth/plant/{id}/evaluation-batch": () => new Promise(() => undefined),
  });
  const store = await open(<Batches plant={plant} />);
  const name = [...document.querySelectorAll<HTMLInputElement>("input")].at(-1)!;
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!;
  await act(async () => {
    set!.call(name, "Second");
    name.dispatchEvent(new Event("input", { bubbles: true }));
  });
  expect(store.get(unsavedWorkAtom)).toHaveLength(1);
  const form = [...document.querySelectorAll("form")].at(-1)!;
  await act(async () => {
    for (let time = 0; time < 2; time += 1) {
      form.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
    }
  });
  expect(changes()).toHaveLength(1);
});
