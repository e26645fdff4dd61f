// @vitest-environment happy-dom
// The form of losses: what no one has touched stays assumed, and another currency asks for its amounts.
import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { lossDefaults, settingsWith, type LossSettings } from "../../domain/loss/loss-settings.ts";
import type { Plant } from "../../domain/plant/plant.ts";
import { asked, serve } from "../../state/shell/served.fixture.ts";
import { settle } from "../../state/shell/signed-in.fixture.ts";
import { hide, show, text } from "../shown.fixture.tsx";
import { Losses } from "./losses.tsx";

vi.mock("../../client/call.ts", () => import("../../state/shell/served.fixture.ts"));
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
afterEach(hide);

const READ = "GET /auth/plant/{id}/loss-settings";
const SET = "POST /auth/plant/{id}/loss-settings";
const power = {
  watts: 25_000,
  uncertainty_share: 0.1,
  nominal_capacity: 50,
  modules: 2000,
  module_m2: null as number | null,
  tilt_deg: 0,
  is_tilt_assumed: false,
  is_tilt_stated: true,
  is_stated: false,
  is_plausible: false,
};

async function open(own: Partial<LossSettings>, module_power = power) {
  const answer = { settings: settingsWith(own), own: Object.keys(own), module_power };
  serve({ [READ]: answer, [SET]: answer });
  const plant = { id: 3, technology: "photovoltaic", capacity_estimated: false } as Plant;
  await show(<Losses plant={plant} />, ["UPDATE_PLANT", "READ_ANALYSIS_RESULT"]);
}

const press = async (find: string) => {
  const found = [...document.querySelectorAll<HTMLElement>("button, label")].find(
    ({ textContent }) => textContent?.includes(find),
  )!;
  await act(async () => {
    found.click();
    await settle();
  });
};

test("says the power of a module that cannot be true", async () => {
  await open({});
  expect(text()).toContain("50 MW / 2,000 modules = 25,000 W each");
});

test("says where the power of a module comes from, and why its area cannot have it", async () => {
  const derived = { ...power, watts: 540, modules: 92_593, module_m2: 2.58, is_plausible: true };
  await open({}, derived);
  expect(text()).toContain("50 MW / 92,593 modules = 540 W ± 10% each.");
  // 771 W on 2.58 m² are 298.8 W/m².
  await open({}, { ...derived, watts: 771, modules: 64_850, is_plausible: false });
  expect(text()).toContain(
    "= 771 W each. With 2.58 m² in the twin, seen from above, and a tilt of 0°, that is 298.8 W/m², and modules have 60 to 250",
  );
  expect(text()).toContain("state the power of a module under losses");
  // The report has these too: report-words.test.ts.
  const exact = { ...derived, watts: 544.5, nominal_capacity: 54.45, modules: 100_000 };
  await open({}, exact);
  expect(text()).toContain("54.45 MW / 100,000 modules = 545 W ± 10% each.");
  await open({}, { ...exact, watts: 59.6, module_m2: 1, is_plausible: false });
  expect(text()).toContain("that is 59.6 W/m², and modules have 60 to 250");
  const turned = { ...derived, watts: 600, module_m2: 2, tilt_deg: 33.56, is_tilt_assumed: true };
  await open({}, turned);
  expect(text()).toContain("they were tilted by about 34° or more where the twin was drawn");
});

test("saves only what the plant states, and the price where a person confirms it", async () => {
  await open({ age_years: 3 });
  await press("Save loss settings");
  expect(asked.findLast(([call]) => call === SET.replace("{id}", "3"))?.[1]).toEqual({
    age_years: 3,
  });
  await press("per MWh is the price of this plant");
  await press("Save loss settings");
  expect(asked.findLast(([call]) => call === SET.replace("{id}", "3"))?.[1]).toEqual({
    age_years: 3,
    currency: "EUR",
    tariff: lossDefaults.tariff,
  });
});

test("asks for the price where the plant states another currency without one", async () => {
  await open({ currency: "CLP" });
  const save = [...document.querySelectorAll("button")].find(
    ({ textContent }) => textContent === "Save loss settings",
  )!;
  expect(save.getAttribute("aria-disabled")).toBe("true");
  expect(text()).toContain("Enter a number above 0, up to 5,000,000.");
});

test("asks for the costs where the plant states another currency without them", async () => {
  await open({ currency: "USD", tariff: 70 });
  const values = [...document.querySelectorAll("input")].map(({ value }) => value);
  // Neither the 150 of a module nor the 80 of a crew hour, which are euros.
  expect(values).not.toContain("150");
  expect(values).not.toContain("80");
  const save = [...document.querySelectorAll("button")].find(
    ({ textContent }) => textContent === "Save loss settings",
  )!;
  expect(save.getAttribute("aria-disabled")).toBe("true");
});
