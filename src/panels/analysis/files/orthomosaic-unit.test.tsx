// @vitest-environment happy-dom
// The unit of a thermal orthomosaic on the screen: asked for where it is open, with what each choice would mean.
import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import type { Analysis } from "../../../domain/analysis/analysis.ts";
import type { Orthomosaic } from "../../../domain/raster/orthomosaic.ts";
import { asked, serve } from "../../../state/shell/served.fixture.ts";
import { settle } from "../../../state/shell/signed-in.fixture.ts";
import { hide, show, text } from "../../shown.fixture.tsx";
import { OrthomosaicUnit } from "./orthomosaic-unit.tsx";

vi.mock("../../../client/call.ts", () => import("../../../state/shell/served.fixture.ts"));
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
afterEach(hide);

const analysis = { id: 7 } as Analysis;
const failed = {
  file_name: "thermal.tif",
  state: "failed",
  picture: null,
  fault: { reason: "orthomosaic_unit", values: { low: "68", median: "95", high: "140" } },
} as unknown as Orthomosaic;
const ready = {
  ...failed,
  state: "ready",
  fault: null,
  picture: {
    kind: "thermal",
    temperature: {
      unit: "kelvin",
      said_by: "values",
      values: { low: 291, median: 307, high: 334 },
    },
  },
} as unknown as Orthomosaic;

const button = (words: string) =>
  [...document.querySelectorAll("button")].find(({ textContent }) => textContent === words);
const press = (element: Element) =>
  act(async () => {
    (element as HTMLElement).click();
    await settle();
  });

async function choose(unit: string): Promise<void> {
  await press(document.querySelector("[aria-haspopup=listbox]")!);
  const option = [...document.querySelectorAll("[role=option]")].find(
    ({ textContent }) => textContent === unit,
  )!;
  await press(option);
}

test("asks for the unit, shows what it means, and prepares with it", async () => {
  serve({ "POST /auth/analysis/{id}/ortho-mosaic": { task_id: 3 } });
  await show(<OrthomosaicUnit analysis={analysis} orthomosaic={failed} />, [
    "UPLOAD_ANALYSIS_FILE",
  ]);
  const prepare = button("Prepare with this unit")!;
  expect(prepare.disabled || prepare.getAttribute("aria-disabled") === "true").toBe(true);
  await choose("°F");
  expect(text()).toContain(
    "2% of the pixels are below 20 °C, half are below 35 °C, 2% are above 60 °C.",
  );
  await act(async () => {
    document.querySelector("form")!.requestSubmit();
    await settle();
  });
  expect(asked).toContainEqual([
    "POST /auth/analysis/7/ortho-mosaic",
    { file_name: "thermal.tif", temperature: { unit: "fahrenheit" } },
  ]);
});

test("says who said the unit, and lets it be changed", async () => {
  serve({});
  await show(<OrthomosaicUnit analysis={analysis} orthomosaic={ready} />, ["UPLOAD_ANALYSIS_FILE"]);
  expect(text()).toContain("No other unit gives usual temperatures of a plant.");
  await press(button("Change unit")!);
  expect(text()).toContain("2% of the pixels are below 17.9 °C");
});

test("without the permission it only says who said the unit", async () => {
  serve({});
  await show(<OrthomosaicUnit analysis={analysis} orthomosaic={ready} />, ["READ_ANALYSIS_RESULT"]);
  expect(document.querySelectorAll("button")).toHaveLength(0);
});
