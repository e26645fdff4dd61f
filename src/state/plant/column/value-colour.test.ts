// @vitest-environment happy-dom
import { createStore } from "jotai";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { loadWords, startWords } from "../../../client/i18n.ts";
import { keyFigureByKey } from "../../../domain/key-figure/key-figure.ts";
import { signedInStore } from "../../shell/signed-in.fixture.ts";
import { themeAtom } from "../../shell/theme.ts";
import { keyFigureIdAtom } from "./key-figure.ts";
import { legendModeAtom } from "./legend.ts";
import {
  classColourAtom,
  differenceColoursAtom,
  differenceSymbols,
  mapColourAtom,
  severityAtom,
  severityColoursAtom,
  severitySymbol,
  valueMarkAtom,
} from "./value-colour.ts";
import { valueSegmentsAtom } from "./value-segment.ts";

const figure = (key: string) => keyFigureByKey(key)!;
const heat = figure("delta_t_normalised");
const pattern = figure("soiling_pattern");
const review = figure("review_mark");

// The palette of the product in the light and the dark theme.
const light = ["#cfe3ec", "#eaaa1b", "#cf5b16", "#7d0f3f"];
const dark = ["#2f5f78", "#ffd84d", "#f58634", "#e0315f"];
/** "rgb(1, 2, 3)" of "#010203", in whichever notation a colour comes. */
const rgb = (colour: string) => {
  const parts = colour.startsWith("#")
    ? [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
    : colour.match(/\d+/g)!.slice(0, 3).map(Number);
  return parts.join(" ");
};

let store = createStore();
beforeAll(async () => {
  await startWords("en");
  await loadWords(() => true);
});
beforeEach(() => {
  store = signedInStore();
  store.set(themeAtom, "light");
  store.set(keyFigureIdAtom, heat.id);
  store.set(legendModeAtom, "classes");
});

describe("marks in lists", () => {
  const type = figure("fault_type");
  const markOf = (of: typeof type, value: number) => store.get(valueMarkAtom)(of, value);

  test("of judged values have the symbol of the severity, of classes in the colour of the class", () => {
    expect(markOf(heat, 25)).toEqual({ severity: 3, symbol: "octagon", colour: light[3] });
    const droppings = pattern.classes.find(({ key }) => key === "bird_droppings")!;
    expect(markOf(pattern, droppings.value)).toMatchObject({ severity: 2, symbol: "diamond" });
    expect(rgb(markOf(pattern, droppings.value).colour)).toBe(rgb(light[2]!));
  });

  test("of values that are neither good nor bad are squares, never the sign of “good”", () => {
    for (const { value } of type.classes) {
      expect(markOf(type, value)).toEqual({
        severity: null,
        symbol: "square",
        colour: store.get(classColourAtom)(type, value),
      });
    }
    expect(markOf(figure("module_temperature"), 40).symbol).toBe("square");
  });
});

describe("colours", () => {
  test("of severities follow the theme", () => {
    expect(Object.values(store.get(severityColoursAtom))).toEqual(light);
    store.set(themeAtom, "dark");
    expect(Object.values(store.get(severityColoursAtom))).toEqual(dark);
  });

  test("of differences follow the theme", () => {
    const before = store.get(differenceColoursAtom);
    expect(before.worse).toBe(light[2]);
    store.set(themeAtom, "dark");
    expect(store.get(differenceColoursAtom).worse).toBe(dark[2]);
    expect(Object.keys(differenceSymbols)).toEqual(Object.keys(before));
    expect(new Set(Object.values(differenceSymbols)).size).toBe(7);
  });

  test("of classes are those of their severity, and none where there is no such class", () => {
    const colour = (value: number) => store.get(classColourAtom)(pattern, value);
    expect(rgb(colour(0))).toBe(rgb(light[0]!));
    expect(rgb(colour(3))).toBe(rgb(light[2]!));
    expect(colour(77)).toBe("transparent");
    store.set(themeAtom, "dark");
    expect(rgb(colour(3))).toBe(rgb(dark[2]!));
  });

  test("of measured values are those of their severity where the map shows classes", () => {
    const colour = (value: number) => store.get(mapColourAtom)(heat, value);
    expect([0, 4, 10, 25].map(colour)).toEqual(light);
  });

  test("of measured values go along the ramp where the map shows the ramp", () => {
    store.set(legendModeAtom, "ramp");
    const colour = (value: number) => store.get(mapColourAtom)(heat, value);
    // Without a column the ramp goes from 0 to 1.
    const ramp = [0, 0.5, 1].map(colour);
    expect(new Set(ramp).size).toBe(3);
    expect(ramp.map(rgb)).not.toContain(rgb(light[0]!));
    expect(colour(-5)).toBe(ramp[0]);
    expect(colour(5)).toBe(ramp[2]);
  });

  test("of classified key figures are those of the class in both modes", () => {
    const colour = () => store.get(mapColourAtom)(pattern, 3);
    expect(rgb(colour())).toBe(rgb(light[2]!));
    store.set(legendModeAtom, "ramp");
    expect(rgb(colour())).toBe(rgb(light[2]!));
  });
});

describe("the severity of a value", () => {
  const severity = (key: string, value: number | null | undefined) =>
    store.get(severityAtom)(figure(key), value);

  test("counts the limits that are reached", () => {
    expect([3, 4, 10, 20].map((value) => severity("delta_t_normalised", value))).toEqual([
      0, 1, 2, 3,
    ]);
    expect(severity("soiling_pattern", 3)).toBe(2);
  });

  test("is unknown where the value is missing or not judged", () => {
    for (const missing of [null, undefined, Number.NaN]) {
      expect(severity("delta_t_normalised", missing)).toBeNull();
    }
    // Neither good nor bad: a measured one and a classified one.
    expect(severity("module_temperature", 80)).toBeNull();
    expect(severity("review_mark", 3)).toBeNull();
    const withoutLimits = { ...heat, id: 9999, limits: [] };
    expect(store.get(severityAtom)(withoutLimits, 80)).toBeNull();
  });

  test("has a symbol of its own", () => {
    const symbols = ([0, 1, 2, 3] as const).map(severitySymbol);
    expect(symbols).toEqual(["circle", "triangle", "diamond", "octagon"]);
  });
});

describe("the segments of a distribution", () => {
  test("of a measured key figure are its severities, with a count each", () => {
    const counts = { severities: [5, 4, 3], classes: new Uint32Array(0) };
    const segments = store.get(valueSegmentsAtom)(heat, counts as never);
    expect(segments).toEqual([
      { id: "0", value: 0, name: "Good", count: 5, colour: light[0], symbol: "circle" },
      { id: "1", value: 1, name: "Watch", count: 4, colour: light[1], symbol: "triangle" },
      { id: "2", value: 2, name: "Poor", count: 3, colour: light[2], symbol: "diamond" },
      { id: "3", value: 3, name: "Act now", count: 0, colour: light[3], symbol: "octagon" },
    ]);
  });

  test("of a classified key figure are its classes", () => {
    const counts = { severities: [], classes: Uint32Array.of(9, 8, 7) };
    const segments = store.get(valueSegmentsAtom)(pattern, counts as never);
    expect(segments.map(({ id, name, count }) => [id, name, count])).toEqual([
      ["0", "Clean", 9],
      ["1", "Uniform", 8],
      ["2", "Lower edge", 7],
      ["3", "Bird droppings", 0],
    ]);
    expect(segments.map(({ symbol }) => symbol)).toEqual([
      "circle",
      "triangle",
      "triangle",
      "diamond",
    ]);
    expect(rgb(segments[0]!.colour)).toBe(rgb(light[0]!));
  });

  test("of classes that are neither good nor bad are squares", () => {
    const counts = { severities: [], classes: new Uint32Array(review.classes.length).fill(1) };
    const segments = store.get(valueSegmentsAtom)(review, counts as never);
    expect(segments.map(({ symbol }) => symbol)).toEqual(review.classes.map(() => "square"));
  });
});
