import { describe, expect, it } from "vitest";
import en from "../../../locales/en/key-figure.json" with { type: "json" };
import es from "../../../locales/es/key-figure.json" with { type: "json" };
import pt from "../../../locales/pt/key-figure.json" with { type: "json" };
import { componentTypes } from "../component/component.ts";
import { keyFigureByKey, keyFigures, keyFiguresOf, visibleKeyFigures } from "./key-figure.ts";
import { classesFrom, classified } from "./key-figure-shape.ts";
import { rampIds } from "../colour/ramp.ts";
import { limitsRefusal, roundToStep } from "./severity.ts";

type Words = Record<string, { name: string; description: string; classes: Record<string, string> }>;

describe("key-figure catalogue", () => {
  it("has every ID from 1 on exactly once", () => {
    expect(keyFigures.map((one) => one.id)).toEqual(keyFigures.map((_, place) => place + 1));
  });

  it("has every key once", () => {
    expect(new Set(keyFigures.map((one) => one.key)).size).toBe(keyFigures.length);
  });

  it("names every key figure of the specification", () => {
    const named =
      "infrared_intensity orientation friction missing_glass_tube coating_degradation hydrogen hotspots soiling tracking_deviation ortho_images bypass_diode performance_loss mirror_damage glass_tube_temperature";
    for (const key of named.split(" ")) expect(keyFigureByKey(key), key).toBeDefined();
  });

  it("has the four classes of the glass tube temperature, and one for a tube without glass", () => {
    const figure = keyFigureByKey("glass_tube_temperature");
    expect(figure?.classes.map((one) => [one.value, one.key])).toEqual([
      [1, "good"],
      [2, "vacuum_loss_begins"],
      [3, "moderate_heat_loss"],
      [4, "severe_heat_loss"],
      [5, "glass_missing"],
    ]);
  });

  it("implies classes only by values and classes that exist", () => {
    const found = keyFigures.filter(({ implied }) => implied);
    expect(found.map(({ key }) => key)).toEqual(["glass_tube_temperature"]);
    for (const { implied, classes, component_type } of found) {
      const cause = keyFigures.find(({ id }) => id === implied!.by)!;
      expect(cause.component_type).toBe(component_type);
      expect(cause.classes.some(({ value }) => value === implied!.value)).toBe(true);
      expect(classes.some(({ value }) => value === implied!.class)).toBe(true);
    }
  });

  it("hides the infrared intensity only if the glass tube temperature is present", () => {
    const tubes = keyFiguresOf("parabolic_trough").filter((one) => one.id <= 2);
    expect(visibleKeyFigures(tubes).map((one) => one.id)).toEqual([1]);
    expect(visibleKeyFigures(tubes.slice(1)).map((one) => one.id)).toEqual([2]);
    expect(visibleKeyFigures(tubes, true).map((one) => one.id)).toEqual([1, 2]);
  });

  it("shows those for experts only where all are shown", () => {
    const [one, two] = keyFiguresOf("photovoltaic").filter(({ expert }) => expert !== true);
    const present = [one!, { ...two!, expert: true }];
    expect(visibleKeyFigures(present)).toEqual([one]);
    expect(visibleKeyFigures(present, true)).toEqual(present);
  });

  it("is divided by technology", () => {
    const [troughs, modules] = [keyFiguresOf("parabolic_trough"), keyFiguresOf("photovoltaic")];
    expect(troughs.every(({ technology }) => technology === "parabolic_trough")).toBe(true);
    expect(modules.every(({ technology }) => technology === "photovoltaic")).toBe(true);
    expect(troughs.length + modules.length).toBe(keyFigures.length);
  });

  it("has classes whose row follows from their numbers", () => {
    const row = {
      id: 1,
      key: "test",
      technology: "photovoltaic",
      component_type: "module",
      source: "a test",
    } as const;
    const classes = classesFrom(3, ["a", 0], ["b", 2]);
    expect(classes).toEqual([
      { value: 3, key: "a", severity: 0 },
      { value: 4, key: "b", severity: 2 },
    ]);
    expect(classified({ ...row, classes })).toEqual({
      ...row,
      classes,
      direction: "higher_is_worse",
      kind: "u8",
      unit: "",
      limits: [],
      range: [3, 4],
      step: 1,
      ramp: "severity",
    });
    expect(classified({ ...row, classes, direction: "neutral" }).direction).toBe("neutral");
  });

  it.each(keyFigures.map((one) => [one.key, one] as const))("%s is consistent", (_, figure) => {
    expect(componentTypes[figure.component_type].technology).toBe(figure.technology);
    expect(figure.source.length).toBeGreaterThan(5);
    expect(figure.range[0]).toBeLessThan(figure.range[1]);
    if (figure.kind === "u8") {
      expect(figure.classes.length).toBeGreaterThan(1);
      expect(figure.ramp).toBe("severity");
      expect(Math.max(...figure.classes.map((one) => one.value))).toBeLessThan(255);
      expect(new Set(figure.classes.map((one) => one.key)).size).toBe(figure.classes.length);
    } else {
      expect(figure.classes).toEqual([]);
      expect(rampIds).toContain(figure.ramp);
      expect(figure.step).toBeGreaterThan(0);
      if (figure.direction === "neutral") expect(figure.limits).toEqual([]);
      else expect(limitsRefusal(figure, figure.limits)).toBeNull();
      for (const limit of figure.limits) expect(roundToStep(figure, limit)).toBe(limit);
    }
  });

  it.each([
    ["en", en as Words],
    ["es", es as Words],
    ["pt", pt as Words],
  ])("has all words in %s and no others", (_, words) => {
    expect(Object.keys(words).toSorted()).toEqual(keyFigures.map((one) => one.key).toSorted());
    for (const figure of keyFigures) {
      const word = words[figure.key];
      expect(word?.name, figure.key).toMatch(/\S{2}/);
      expect(word?.description, figure.key).toMatch(/\.$/);
      expect(Object.keys(word?.classes ?? {}), figure.key).toEqual(
        figure.classes.map((one) => one.key),
      );
      for (const label of Object.values(word?.classes ?? {})) expect(label).toMatch(/\S{2}/);
    }
  });

  it("translates every description", () => {
    for (const key of Object.keys(en) as (keyof typeof en)[]) {
      expect(new Set([en[key].description, es[key].description, pt[key].description]).size).toBe(3);
    }
  });
});
