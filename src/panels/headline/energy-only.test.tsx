// @vitest-environment happy-dom
// A plant that states a currency without a price of energy: the summary says it once, and who may is led to where it is stated.
import { Provider } from "jotai";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, expect, it, vi } from "vitest";
import { loadWords, startWords } from "../../client/i18n.ts";
import type { Permission } from "../../domain/account/permission.ts";
import { lossDefaults } from "../../domain/loss/loss-settings.ts";
import type { LostEnergy } from "../../domain/plant/lost-energy.ts";
import { openedPlant } from "../../state/plant/opened.fixture.ts";
import { answers, measured, summaryOf } from "../../state/plant/two-plants.fixture.ts";
import { settle } from "../../state/shell/signed-in.fixture.ts";
import { HeadlineCard } from "./headline.tsx";

vi.mock("../../client/call.ts", async () => {
  return (await import("../../state/plant/two-plants.fixture.ts")).client;
});
vi.mock("../../client/plant-data.ts", async () => {
  return (await import("../../state/plant/two-plants.fixture.ts")).worker;
});
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);

let root: Root | null = null;
let close = () => {};
const usual = { ...answers };
afterEach(async () => {
  await act(async () => root?.unmount());
  close();
  document.body.replaceChildren();
  Object.assign(answers, usual);
});

/** The summary of a plant that loses 310 ± 40 MWh a year, which are 18,600 ± 2,400 of its currency at this price. */
async function summary(
  tariff: number | null,
  permissions: readonly Permission[],
  beside: Partial<LostEnergy> = {},
) {
  const isPriced = tariff !== null;
  const headline = {
    analysis_id: 12,
    name: "Autumn",
    flown_at: "2025-05-01T10:00:00Z",
    figures: [
      {
        key_figure_id: measured.id,
        severity_counts: [30, 10, 0, 0],
        class_counts: [],
        value_count: 40,
        component_count: 40,
      },
    ],
    lost_energy: {
      mwh: 310,
      money: isPriced ? 18_600 : null,
      uncertainty: { mwh: 40, money: isPriced ? 2400 : null },
      currency: "USD",
      money_assumed: false,
      parts: [],
      missing_key_figure_ids: [],
      most: null,
      left_out: [],
      ...beside,
    },
    previous: null,
    withheld: [],
    evaluation: null,
    loss: { ...lossDefaults, currency: "USD", tariff },
  };
  Object.assign(answers, {
    "GET /auth/analysis/{id}/headline": () => headline,
    "GET /auth/analysis/{id}/columns": () => [summaryOf(12)],
  });
  await startWords("en");
  await loadWords(() => true);
  const opened = await openedPlant("", ["READ_ANALYSIS_RESULT", ...permissions]);
  close = opened.close;
  root = createRoot(document.body.appendChild(document.createElement("div")));
  await act(async () =>
    root!.render(
      <Provider store={opened.store}>
        <HeadlineCard />
      </Provider>,
    ),
  );
  await act(settle);
  return (document.body.textContent ?? "").replaceAll(/[\u202F\u00A0]/gu, " ");
}
const links = () => [...document.querySelectorAll("a")].map((one) => one.getAttribute("href"));

it("says energy alone and once why, with the way to state the price for who may", async () => {
  const text = await summary(null, ["UPDATE_PLANT"]);
  expect(text).toContain("310 ± 40 MWh/a");
  expect(text.split("No price is stated; energy only.")).toHaveLength(2);
  expect(text).not.toMatch(/no price stated|\/a\/a|null/);
  expect(links()).toEqual(["/plant/1/settings?section=losses"]);
});

it("shows no way to those who may not state it", async () => {
  expect(await summary(null, [])).toContain("No price is stated; energy only.");
  expect(links()).toEqual([]);
});

it("says nothing of it where a price is stated", async () => {
  const text = await summary(60, ["UPDATE_PLANT"]);
  expect(text).toContain("310 ± 40 MWh/a · $19,000 ± $2,000/a");
  expect(text).not.toContain("energy only");
});

it("says beside the loss what modules of an unconfirmed fault may lose", async () => {
  const left_out = [
    { component_type: "module", unconfirmed: 54, unmeasured: 240, component_count: 2000 },
  ] as const;
  const text = await summary(60, [], {
    most: { mwh: 700, money: 42_000 },
    left_out: [...left_out],
  });
  expect(text).toContain("310 ± 40 MWh/a, up to 700 MWh/a · $19,000 ± $2,000, up to $42,000/a");
  expect(text).toContain(
    "54 of 2,000 modules may be faulty. Their loss is in the upper end alone, which takes all of them as faulty.",
  );
  // Those of which nothing is known are said below the figures, and under "About".
  expect(text).not.toContain("240 of 2,000");
  const sure = await summary(60, []);
  expect(sure).not.toMatch(/up to|may be faulty|not in it/);
});
