// What is wrong with entered conditions names the quantity as the form does.
import { beforeAll, expect, test } from "vitest";
import { loadWords, startWords } from "../../../client/i18n.ts";
import type { ConditionRow } from "../../../domain/evaluation/condition-record.ts";
import { refusalWords } from "./condition-draft.ts";

beforeAll(async () => {
  await startWords("en");
  await loadWords(() => true);
});

const row = (quantity: ConditionRow["quantity"], value: number, component = ""): ConditionRow => ({
  quantity,
  component,
  value,
  measured_at: null,
  source: "entered",
});

test("a value that is none is named by its quantity", () => {
  expect(refusalWords([row("wind", 3), row("irradiance", 2000)])).toBe(
    "Irradiance in the module plane: “2000” is not a number from 0 to 1,600.",
  );
});

test("of several temperatures of the fluid, the one at fault is named by its component", () => {
  const fluids = [row("fluid", 300, "L1"), row("fluid", 310, "L2"), row("fluid", 320, "L2")];
  expect(refusalWords(fluids)).toBe(
    "Temperature of the fluid (L2): There are two values of the same quantity.",
  );
});

test("good ones have no refusal", () => {
  expect(refusalWords([row("wind", 3), row("fluid", 300, "L1")])).toBeNull();
});
