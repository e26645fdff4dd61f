// What modules of an unconfirmed fault may lose: one upper end wherever a loss is summed up, by hand and by random plants.
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { partLosses } from "../meter/part-loss.ts";
import { keyFigureByKey } from "../key-figure/key-figure.ts";
import { lostEnergy, type EnergyColumn } from "../plant/lost-energy.ts";
import { lossDefaults } from "./loss-settings.ts";
import { lossSplit } from "./loss-split.ts";
import { tables } from "./loss-survey.fixture.ts";

/** What a module is, with the class of its validity and what the evaluation says of it; NaN and 255 for nothing. */
const kinds = {
  good: { validity: 0, missing: 0, offline: 0, watts: 0 },
  open: { validity: 0, missing: 0, offline: 1, watts: 500 },
  missing: { validity: 0, missing: 1, offline: 255, watts: 500 },
  open_or_missing: { validity: 0, missing: 2, offline: 255, watts: 500 },
  like_ground: { validity: 5, missing: 255, offline: 255, watts: NaN },
  hot_or_reflection: { validity: 6, missing: 0, offline: 0, watts: 0 },
  warm: { validity: 7, missing: 0, offline: 255, watts: NaN },
  around: { validity: 8, missing: 0, offline: 255, watts: NaN },
  /** A hot cell is sure, beside a border of the mosaic. */
  valid_without_loss: { validity: 0, missing: 0, offline: 255, watts: NaN },
  not_inspected: { validity: 2, missing: 255, offline: 255, watts: NaN },
  place_not_sure: { validity: 3, missing: 255, offline: 255, watts: NaN },
} as const;
type Kind = keyof typeof kinds;
const mayBeFaulty: readonly Kind[] = ["like_ground", "warm", "around", "valid_without_loss"];
const unknown: readonly Kind[] = ["not_inspected", "place_not_sure"];

/** All three sums of a plant of modules of 500 W, without an age, 2,000 hours a year, 60 euros for a MWh. */
function sumsOf(modules: readonly Kind[]) {
  const of = (field: "validity" | "missing" | "offline" | "watts") =>
    modules.map((kind) => kinds[kind][field]);
  const columns = {
    module_inspection_validity: Uint8Array.from(of("validity")),
    module_missing: Uint8Array.from(of("missing")),
    module_offline: Uint8Array.from(of("offline")),
    power_loss: Float32Array.from(of("watts")),
  };
  const survey = tables(modules.length, columns, { ...lossDefaults, module_watts: 500 });
  const counted = Object.entries(columns).map(([key, values]): EnergyColumn => {
    const { id } = keyFigureByKey(key)!;
    const known = [...values].filter((one) => !Number.isNaN(one) && one !== 255);
    const class_counts = Array.from(
      { length: 11 },
      (_, at) => known.filter((one) => one === at).length,
    );
    const mean = known.reduce((sum, one) => sum + one, 0) / Math.max(1, known.length);
    const isClass = values instanceof Uint8Array;
    return {
      key_figure_id: id,
      mean,
      value_count: known.length,
      component_count: modules.length,
      class_counts: isClass ? class_counts : null,
    };
  });
  const { settings } = survey.plant;
  const about = { technology: "photovoltaic", ...survey.plant } as const;
  const levels = new Map([
    ["module", survey.geometryOf("module")],
    ["tracker", survey.geometryOf("tracker")],
  ] as const);
  const [part] = partLosses(survey, levels, [{ component_type: "tracker", row: 0 }]);
  return {
    headline: lostEnergy(about, counted, settings, settings),
    split: lossSplit(survey).total,
    part: part!.calculated,
  };
}

const many = (kind: Kind, count: number) => Array.from({ length: count }, () => kind);

it("has the whole power of each module that may be faulty in the upper end, by hand", () => {
  const { headline, split, part } = sumsOf([
    ...many("good", 60),
    ...many("hot_or_reflection", 2),
    ...many("open", 6),
    ...many("missing", 3),
    ...many("open_or_missing", 1),
    ...many("like_ground", 5),
    ...many("warm", 10),
    ...many("around", 5),
    ...many("valid_without_loss", 4),
    ...many("not_inspected", 3),
    ...many("place_not_sure", 1),
  ]);
  // 10 x 500 W x 2,000 h = 10 MWh; a quarter by the measurement, a tenth by the light of a year.
  expect(headline!.mwh).toBeCloseTo(10, 6);
  expect(headline!.uncertainty.mwh).toBeCloseTo(Math.hypot(2.5, 1), 6);
  // 24 more: 34 MWh, of whose light a tenth is not known.
  const most = 34 + Math.hypot(2.5, 3.4);
  expect(headline!.most!.mwh).toBeCloseTo(most, 6);
  expect(headline!.most!.money!).toBeCloseTo(most * 60, 4);
  expect(split.most!.kw).toBeCloseTo(17 + 1.25, 6);
  const left_out = [
    { component_type: "module", unconfirmed: 24, unmeasured: 4, component_count: 100 },
  ];
  expect(headline!.left_out).toEqual(left_out);
  expect(split.left_out).toEqual(left_out);
  expect(part!.left_out).toBe(28);
});

it("says one upper end in every sum, which holds the loss whichever of the modules are faulty", () => {
  const anyKind = fc.constantFrom(...(Object.keys(kinds) as Kind[]));
  fc.assert(
    fc.property(
      fc.array(anyKind, { minLength: 1, maxLength: 60 }),
      fc.integer(),
      (modules, seed) => {
        const { headline, split, part } = sumsOf(modules);
        const uncertain = modules.filter((kind) => mayBeFaulty.includes(kind));
        const absent = modules.filter((kind) => unknown.includes(kind)).length;
        // Without a value there is no sum to say it beside.
        if (headline === null) return;
        const counts = split.left_out.map(({ unconfirmed, unmeasured }) => [
          unconfirmed,
          unmeasured,
        ]);
        expect(counts).toEqual(uncertain.length + absent > 0 ? [[uncertain.length, absent]] : []);
        expect(headline.left_out).toEqual(split.left_out);
        // What is less than a tenth of the ± is not said: a megawatt hour for each of them, and a tenth more by the light.
        const wide = headline.uncertainty.mwh;
        if (uncertain.length * 1.2 < 0.1 * wide) expect(headline.most).toBeNull();
        if (uncertain.length > 0.1 * wide) expect(headline.most).not.toBeNull();
        if (uncertain.length === 0) expect(headline.most).toBeNull();
        for (const most of [split.most?.mwh, part!.most?.mwh])
          expect(most ?? -1).toBeCloseTo(headline.most?.mwh ?? -1, 4);
        // Of the uncertain ones some are faulty, and cost their whole power: 1 MWh each.
        const faulty = uncertain.filter((_, at) => ((seed >> (at % 31)) & 1) === 1).length;
        const lost = modules.filter((kind) => kinds[kind].watts === 500).length + faulty;
        const upper = headline.most?.mwh ?? headline.mwh + headline.uncertainty.mwh;
        expect(lost).toBeLessThanOrEqual(upper + 1e-6);
        expect(lost).toBeGreaterThanOrEqual(headline.mwh - headline.uncertainty.mwh - 1e-6);
      },
    ),
  );
});
