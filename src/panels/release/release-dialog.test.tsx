// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import type { Analysis, Visibility } from "../../domain/analysis/analysis.ts";
import type { ReleaseEffect } from "../../domain/analysis/release-effect.ts";
import { serve } from "../../state/shell/served.fixture.ts";
import { settle } from "../../state/shell/signed-in.fixture.ts";
import { hide, show, text } from "../shown.fixture.tsx";
import { ReleaseDialog } from "./release-dialog.tsx";

vi.mock("../../client/call.ts", () => import("../../state/shell/served.fixture.ts"));
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
afterEach(hide);

const analysis = { id: 7, plant_id: 2, name: "Autumn" } as unknown as Analysis;
const reason = "Only the west was asked for.";
const confirmed = vi.fn<(recipients: readonly number[], confirmation?: string) => void>();

const doubt = { files: [], components: 0, implausible: null, version: "0.22.0" };
const gate = { gate: "fault_everywhere" as const, share: 0.41, key_figure: "shading" };

/** Opens the release dialog for results with this many unsure components and one recipient. */
async function ask(
  unsure: number,
  visibility: Visibility = "released",
  others: ReleaseEffect["viewers"] = [],
): Promise<void> {
  confirmed.mockClear();
  const effect: ReleaseEffect = {
    customer_name: "Sol",
    viewers: [{ id: 5, name: "Ana", email: "ana@example.com", is_recipient: true }, ...others],
    key_figures: 3,
    values: 60,
    findings: 2,
    unreviewed: 0,
    unsure,
    doubts:
      unsure === 0
        ? []
        : [
            { ...doubt, reason: "place", files: ["east.tif", "west.tif"], components: unsure },
            { ...doubt, reason: "implausible", implausible: gate },
          ],
    used_by: [],
  };
  serve({ "GET /auth/analysis/{id}/release-effect": effect });
  await show(
    <ReleaseDialog
      analysis={analysis}
      visibility={visibility}
      onConfirm={confirmed}
      onClose={() => undefined}
    />,
  );
}

const field = () => document.querySelector("textarea");
const release = (name = "Release results") =>
  [...document.querySelectorAll("button")].find((one) => one.textContent === name)!;

async function write(words: string): Promise<void> {
  const set = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")!.set!;
  await act(async () => {
    set.call(field(), words);
    field()!.dispatchEvent(new Event("input", { bubbles: true }));
    await settle();
  });
}
const press = (button: HTMLElement) => act(async () => button.click());

test("a release of components without sure values asks in writing why", async () => {
  await ask(1234);
  expect(text()).toContain("1,234 components have uncertain results");
  expect(text()).toContain("Why it is released anyway");
  // Which, and of which file.
  expect(text()).toContain("The position of 2 files is uncertain: east.tif, west.tif.");
  expect(text()).toContain("Position uncertain: 1,234");
  expect(text()).toContain("41% of the modules would have the same kind of fault (Shading)");
  expect(release().disabled).toBe(true);
  for (const short of ["because", `   ${"x".repeat(9)}   `]) {
    await write(short);
    expect(release().disabled).toBe(true);
  }
  await press(release());
  expect(confirmed).not.toHaveBeenCalled();
  await write(reason);
  expect(release().disabled).toBe(false);
  await press(release());
  expect(confirmed.mock.calls).toEqual([[[5], reason]]);
});

test("one component is named as one", async () => {
  await ask(1);
  expect(text()).toContain("1 component has uncertain results");
});

test("nothing is asked where everything is sure", async () => {
  await ask(0);
  expect(field()).toBeNull();
  await press(release());
  expect(confirmed.mock.calls).toEqual([[[5], undefined]]);
});

test("a withdrawal needs no reason", async () => {
  await ask(12, "not_released");
  expect(field()).toBeNull();
  expect(text()).not.toContain("uncertain results");
});

test("each recipient is chosen, or all, or none", async () => {
  const viewer = (id: number, name: string, is_recipient: boolean) => ({
    id,
    name,
    email: `${id}@example.com`,
    is_recipient,
  });
  await ask(0, "released", [viewer(6, "Bo", true), viewer(7, "Cy", false), viewer(8, "", true)]);
  const box = (label: string) =>
    [...document.querySelectorAll("label")]
      .find((one) => one.textContent === label)!
      .querySelector<HTMLElement>("input")!;
  const sent = async () => {
    await press(release());
    return confirmed.mock.calls.at(-1)![0];
  };
  expect(await sent()).toEqual([5, 6, 8]);
  await press(box("Bo6@example.com"));
  expect(await sent()).toEqual([5, 8]);
  await press(box("All: 2 of 3"));
  expect(await sent()).toEqual([5, 6, 8]);
  await press(box("All: 3 of 3"));
  expect(await sent()).toEqual([]);
  await press(box("8@example.com"));
  expect(await sent()).toEqual([8]);
});
