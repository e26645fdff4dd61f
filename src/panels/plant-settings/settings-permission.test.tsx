// @vitest-environment happy-dom
// Who may change something in the settings of a plant can open them, and is at the section that a link names.
import { act } from "react";
import { Route } from "wouter";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isPermitted, type Permission } from "../../domain/account/permission.ts";
import { lossDefaults } from "../../domain/loss/loss-settings.ts";
import { serve } from "../../state/shell/served.fixture.ts";
import { settle } from "../../state/shell/signed-in.fixture.ts";
import { EnergyOnly } from "../energy-only.tsx";
import { plantIdAtom } from "../../state/plant/plant.ts";
import { hide, links, show, text } from "../shown.fixture.tsx";
import { plantSettingsPanel } from "./panel.ts";
import { PlantSettings } from "./plant-settings.tsx";

vi.mock("../../client/call.ts", () => import("../../state/shell/served.fixture.ts"));
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
beforeEach(() =>
  serve({
    "GET /auth/plant/{id}": { id: 1, name: "South", technology: "photovoltaic", twin_version: 0 },
    "GET /auth/plant/{id}/loss-settings": { settings: lossDefaults, own: [], module_power: null },
    "GET /auth/plant/{id}/evaluation-limits": {},
    "GET /auth/plant/{id}/models": [],
    "GET /auth/plant/{id}/blueprints": [],
  }),
);
afterEach(hide);

const mayOpen = (...held: Permission[]) =>
  isPermitted(plantSettingsPanel.permission, new Set(held));

test.each<Permission>([
  "MANAGE_CUSTOM_COMPONENT_PROPERTY",
  "MANAGE_ENABLED_PI_FIELD",
  "MANAGE_PLANT_BLUEPRINT",
  "EDIT_FLIGHT_AREA_POLYGON",
  "UPLOAD_DIGITAL_TWIN",
  "UPDATE_PLANT",
  "MANAGE_EVALUATION_BATCH",
])("who has %s alone may open the settings", (one) => {
  expect(mayOpen(one)).toBe(true);
});

test("who may only read may not open them", () => {
  expect(mayOpen("READ_PLANT_BLUEPRINT", "READ_DIGITAL_TWIN_VISUALIZATION")).toBe(false);
  expect(mayOpen("READ_EVALUATION_BATCH", "READ_ALL_PLANT", "UPDATE_ANALYSIS_RESULT")).toBe(false);
});

const at = async (section: string, held: readonly Permission[]) => {
  history.replaceState(null, "", `/plant/1/settings?section=${section}`);
  await show(<Route path="/plant/:id/settings" component={PlantSettings} />, held);
  await act(settle);
};

test("the way to state the price ends where it is stated", async () => {
  const store = await show(<EnergyOnly price={{ tariff: null }} />, ["UPDATE_PLANT"]);
  await act(async () => store.set(plantIdAtom, 1));
  expect(links()).toEqual(["/plant/1/settings?section=losses"]);
  expect(mayOpen("UPDATE_PLANT")).toBe(true);
  await at("losses", ["UPDATE_PLANT"]);
  expect(text()).toContain("Tariff per MWh");
});

test("a role that may not read what it may change is refused in words", async () => {
  await at("blueprints", ["MANAGE_PLANT_BLUEPRINT"]);
  expect(text()).toContain("Your role does not have the permission for this.");
});
