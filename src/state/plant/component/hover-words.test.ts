// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { loadWords, startWords } from "../../../client/i18n.ts";
import { encodeColumn } from "../../../domain/column/column-codec.ts";
import { themeAtom } from "../../shell/theme.ts";
import { alsoPatterns } from "../column/classified.fixture.ts";
import { hoverWordsAtom } from "./hover-words.ts";
import { keyFigureIdAtom, limitsAtom } from "../column/key-figure.ts";
import { legendModeAtom } from "../column/legend.ts";
import { openedPlant } from "../opened.fixture.ts";
import { applyFilterMasks } from "../column/row-flag.ts";
import { hover, type ComponentRow } from "./selection.ts";
import { answers, measured, MODULES, summaryOf } from "../two-plants.fixture.ts";
import { formatValue } from "../column/value-words.ts";

vi.mock("../../../client/call.ts", async () => (await import("../two-plants.fixture.ts")).client);
vi.mock(
  "../../../client/plant-data.ts",
  async () => (await import("../two-plants.fixture.ts")).worker,
);

beforeAll(async () => {
  await startWords("en");
  await loadWords(() => true);
});

let opened: Awaited<ReturnType<typeof openedPlant>>;
const usual = { ...answers };
afterEach(() => {
  opened.close();
  Object.assign(answers, usual);
});

const wordsAt = (component: ComponentRow) => {
  opened.store.set(hover, component);
  return opened.store.get(hoverWordsAtom);
};
const column =
  "GET /auth/analysis-result/{analysis_id}/{key_figure_id}/column/{hash}" as keyof typeof answers;

describe("a measured key figure", () => {
  let limits: readonly number[] = [];
  beforeEach(async () => {
    answers["GET /auth/analysis/{id}/value-origin/{key_figure_id}"] = () => ({ weakest_k: 3.8 });
    answers[column] = () => {
      const [watch, , act] = measured.limits;
      const values = Float32Array.from({ length: MODULES }, (_, row) => (row < 30 ? 0 : NaN));
      values.set([act! + 5, watch!, act!, NaN]);
      return encodeColumn(values, { kind: "f32", step: 0.1 });
    };
    opened = await openedPlant(`analysis=12&key_figure=${measured.id}`);
    opened.store.set(themeAtom, "light");
    opened.store.set(legendModeAtom, "classes");
    opened.store.set(keyFigureIdAtom, measured.id);
    limits = opened.store.get(limitsAtom);
  });

  it("has a tooltip with name, value with unit, class and its colour", () => {
    const words = wordsAt({ component_type: "module", row: 0 });
    expect(words).toEqual({
      name: "Module module-0",
      mark: { colour: "#7d0f3f", symbol: "octagon" },
      lines: [formatValue(measured, limits[2]! + 5), "Act now"],
    });
    expect(words!.lines[0]).toContain(measured.unit);
    expect(wordsAt({ component_type: "module", row: 3 })).toEqual({
      name: "Module module-3",
      mark: null,
      lines: ["Not measured"],
    });
  });

  it("says the limit of the survey where nothing was found, of a bar too", async () => {
    opened.store.sub(hoverWordsAtom, () => undefined);
    await vi.waitUntil(
      () => wordsAt({ component_type: "module", row: 5 })?.lines[0] !== "0\u202FK",
    );
    expect(wordsAt({ component_type: "module", row: 5 })!.lines).toEqual(["< 3.8\u202FK", "Good"]);
    expect(wordsAt({ component_type: "module", row: 1 })!.lines[0]).toBe(
      formatValue(measured, limits[0]!),
    );
    expect(wordsAt({ component_type: "tracker", row: 1 })!.lines).toEqual([
      "Good: 10 of 10 modules",
      "worst: < 3.8\u202FK",
    ]);
  });

  it("counts the parts of a bar and names the worst", () => {
    expect(wordsAt({ component_type: "tracker", row: 0 })).toEqual({
      name: "Tracker tracker-0",
      mark: { colour: "#7d0f3f", symbol: "octagon" },
      lines: [
        "Act now: 2 of 10 modules",
        `worst: ${formatValue(measured, limits[2]! + 5)}`,
        "1 not measured",
      ],
    });
    expect(wordsAt({ component_type: "tracker", row: 1 })!.lines).toEqual([
      "Good: 10 of 10 modules",
      `worst: ${formatValue(measured, 0)}`,
    ]);
    expect(wordsAt({ component_type: "tracker", row: 3 })!.lines).toEqual([
      "10 modules",
      "Not measured",
    ]);
  });

  it("leaves out what the filters leave out, as the map does", () => {
    const mask = new Uint8Array(MODULES).fill(1);
    mask[0] = 0;
    opened.store.set(applyFilterMasks, [{ type: "module", mask }]);
    expect(wordsAt({ component_type: "tracker", row: 0 })!.lines).toEqual([
      "Act now: 1 of 9 modules",
      `worst: ${formatValue(measured, limits[2]!)}`,
      "1 not measured",
    ]);
  });

  it("is silent without a pointer on a component, and names one that the key figure does not judge", () => {
    opened.store.set(hover, null);
    expect(opened.store.get(hoverWordsAtom)).toBeNull();
    opened.store.set(keyFigureIdAtom, null);
    expect(wordsAt({ component_type: "module", row: 0 })).toEqual({
      name: "Module module-0",
      mark: null,
      lines: [],
    });
  });
});

describe("a classified key figure", () => {
  it("has the class and its severity", async () => {
    const pattern = alsoPatterns((row) => (row === 12 ? 3 : row === 13 ? 2 : 0));
    expect(summaryOf(12).hash).toBe("column-12");
    opened = await openedPlant(`analysis=12`);
    opened.store.set(keyFigureIdAtom, pattern.id);
    await vi.waitFor(() =>
      expect(wordsAt({ component_type: "module", row: 12 })!.lines).toEqual([
        "Bird droppings",
        "Poor",
      ]),
    );
    expect(wordsAt({ component_type: "tracker", row: 1 })!.lines).toEqual([
      "Poor: 1 of 10 modules",
      "worst: Bird droppings",
    ]);
  });
});
