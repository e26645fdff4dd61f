// What modules of an unconfirmed fault may lose: one upper end wherever a loss is summed up, by hand and by random plants.
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { partLosses } from "../meter/part-loss.ts";
import { keyFigureByKey } from "../key-figure/key-figure.ts";
import { lostEnergy, type EnergyColumn } from "../plant/lost-energy.ts";
import { unconfirmedCount } from "./beside-sum.ts";
import { lossDefaults } from "./loss-settings.ts";
import { lossSplit } from "./loss-split.ts";
import { tables } from "./loss-survey.fixture.ts";

/** Nothing is said in a column of classes. */
const NONE = 255;
/** What a module is, with the class of its validity and what the evaluation says of it. */
const kinds = {
  good: { validity: 0, missing: 0, offline: 0, hotspots: 0, watts: 0 },
  open: { validity: 0, missing: 0, offline: 1, hotspots: 0, watts: 500 },
  missing: { validity: 0, missing: 1, offline: NONE, hotspots: NONE, watts: 500 },
  open_or_missing: { validity: 0, missing: 2, offline: NONE, hotspots: NONE, watts: 500 },
  like_ground: { validity: 5, missing: NONE, offline: NONE, hotspots: NONE, watts: NaN },
  /** Temperatures do not tell it from the ground, colours do. */
  like_ground_seen: { validity: 5, missing: 0, offline: NONE, hotspots: NONE, watts: NaN },
  like_ground_gone: { validity: 5, missing: 1, offline: NONE, hotspots: NONE, watts: 500 },
  hot_or_reflection: { validity: 6, missing: 0, offline: 0, hotspots: NONE, watts: 0 },
  warm: { validity: 7, missing: 0, offline: NONE, hotspots: 0, watts: NaN },
  around: { validity: 8, missing: 0, offline: NONE, hotspots: 0, watts: NaN },
  /** Where two images meet, nothing else is said of it. */
  around_alone: { validity: 8, missing: NONE, offline: NONE, hotspots: NONE, watts: NaN },
  beyond_camera: { validity: 10, missing: NONE, offline: NONE, hotspots: 2, watts: NaN },
  beyond_camera_open: { validity: 10, missing: NONE, offline: 1, hotspots: NONE, watts: 500 },
  /** A hot cell is sure, beside a border of the mosaic. */
  valid_without_loss: { validity: 0, missing: 0, offline: NONE, hotspots: 2, watts: NaN },
  /** Colours alone say that it is there. */
  colours_alone: { validity: 0, missing: 0, offline: NONE, hotspots: NONE, watts: NaN },
  not_inspected: { validity: 2, missing: NONE, offline: NONE, hotspots: NONE, watts: NaN },
  place_not_sure: { validity: 3, missing: NONE, offline: NONE, hotspots: NONE, watts: NaN },
  not_judged: { validity: 9, missing: 0, offline: NONE, hotspots: NONE, watts: NaN },
} as const;
type Kind = keyof typeof kinds;
const mayBeFaulty: readonly Kind[] = [
  "like_ground",
  "like_ground_seen",
  "warm",
  "around",
  "around_alone",
  "beyond_camera",
  "valid_without_loss",
];
const unknown: readonly Kind[] = ["colours_alone", "not_inspected", "place_not_sure", "not_judged"];

/** All three sums of a plant of modules of 500 W, without an age, 2,000 hours a year, 60 euros for a MWh. */
function sumsOf(modules: readonly Kind[]) {
  const of = (field: keyof (typeof kinds)["good"]) => modules.map((kind) => kinds[kind][field]);
  const columns: Record<string, Float32Array | Uint8Array> = {
    module_inspection_validity: Uint8Array.from(of("validity")),
    module_missing: Uint8Array.from(of("missing")),
    module_offline: Uint8Array.from(of("offline")),
    hotspots: Uint8Array.from(of("hotspots")),
    power_loss: Float32Array.from(of("watts")),
  };
  const survey = tables(modules.length, columns, { ...lossDefaults, module_watts: 500 });
  const losses = columns["power_loss"]!;
  const known = [...losses].filter((one) => !Number.isNaN(one));
  const counted: EnergyColumn = {
    key_figure_id: keyFigureByKey("power_loss")!.id,
    mean: known.reduce((sum, one) => sum + one, 0) / Math.max(1, known.length),
    value_count: known.length,
    component_count: modules.length,
    unconfirmed: unconfirmedCount(losses, survey.valuesOf, null),
  };
  const { settings } = survey.plant;
  const about = { technology: "photovoltaic", ...survey.plant } as const;
  const levels = new Map([
    ["module", survey.geometryOf("module")],
    ["tracker", survey.geometryOf("tracker")],
  ] as const);
  const [part] = partLosses(survey, levels, [{ component_type: "tracker", row: 0 }]);
  return {
    headline: lostEnergy(about, [counted], settings, settings),
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
    ...many("missing", 1),
    ...many("open_or_missing", 1),
    ...many("like_ground_gone", 1),
    ...many("beyond_camera_open", 1),
    ...many("like_ground", 3),
    ...many("like_ground_seen", 2),
    ...many("warm", 8),
    ...many("beyond_camera", 2),
    ...many("around", 2),
    ...many("around_alone", 3),
    ...many("valid_without_loss", 4),
    ...many("colours_alone", 1),
    ...many("not_inspected", 2),
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

it("says how much a part may lose of which nothing but that is known, and no loss of one of which nothing is", () => {
  const modules: Kind[] = [...many("good", 4), ...many("warm", 3), ...many("colours_alone", 2)];
  const of = (field: keyof (typeof kinds)["good"]) => modules.map((kind) => kinds[kind][field]);
  const columns = {
    module_inspection_validity: Uint8Array.from(of("validity")),
    power_loss: Float32Array.from(of("watts")),
  };
  const survey = tables(modules.length, columns, { ...lossDefaults, module_watts: 500 });
  const levels = new Map([["module", survey.geometryOf("module")]] as const);
  const one = (row: number) => ({ component_type: "module" as const, row });
  const [warm, unseen] = partLosses(survey, levels, [one(4), one(7)]);
  // 500 W for 2,000 h, and a tenth by the light of a year.
  expect(warm!.calculated).toMatchObject({ mwh: 0, uncertainty: 0, left_out: 1, known_share: 0 });
  expect(warm!.calculated!.most!.mwh).toBeCloseTo(1.1, 6);
  expect(unseen!.calculated).toBeNull();
});

it("takes no module for faulty that others' columns do not name", () => {
  // Faults alone are stated, and all modules as there.
  const columns = {
    module_missing: new Uint8Array(4),
    module_offline: Uint8Array.from([1, NONE, NONE, NONE]),
    delta_t_normalised: Float32Array.from([9, 0, 0, 0]),
    power_loss: Float32Array.from([500, NaN, NaN, NaN]),
  };
  const split = lossSplit(tables(4, columns, { ...lossDefaults, module_watts: 500 })).total;
  expect(split.most).toBeNull();
  expect(split.left_out).toEqual([
    { component_type: "module", unconfirmed: 0, unmeasured: 3, component_count: 4 },
  ]);
});
