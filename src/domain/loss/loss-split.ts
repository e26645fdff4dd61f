// What a survey's losses are made of: by cause, and by whether a finding stands for them. The parts add up to the whole.
import { valueAt, type ColumnValues } from "../column/column.ts";
import { severitiesOf } from "../column/column-severity.ts";
import { z } from "zod";
import { NO_ROW } from "../component/component-index.ts";
import type { ComponentType, Technology } from "../component/component.ts";
import type { KeyFigure } from "../key-figure/key-figure.ts";
import {
  greatestLoss,
  leftOutShape,
  unconfirmedRows,
  unconfirmedSum,
  type LeftOut,
} from "./beside-sum.ts";
import { addLoss, noLoss, scaledLoss, type Loss } from "./component-loss.ts";
import {
  addSpread,
  noSpread,
  scaledSpread,
  wholeUncertainty,
  type LossSpread,
} from "./loss-spread.ts";
import { moduleWatts, type LossPlant } from "./module-power.ts";
import { lossReaders } from "./loss-reader.ts";
import { wiringSources, type Wiring } from "./wiring.ts";
import { chainShares } from "./multiplicative-chain.ts";

/** In the order of a list. */
export const lossCauses = [
  "open_string",
  "module_missing",
  "module_offline",
  "bypass_diode",
  "string",
  "other_fault",
  "soiling",
  "receiver",
  "intercept",
  "mirror",
  "cleanliness",
  "optics",
] as const;
export type LossCause = (typeof lossCauses)[number];

export type LossSurvey = {
  readonly technology: Technology;
  /** The column of a key figure by its key; undefined where the survey has none. */
  readonly valuesOf: (key: string) => ColumnValues | undefined;
  /** The same, and what says which components may be faulty beside a loss, whether or not a viewer sees it. */
  readonly factsOf: (key: string) => ColumnValues | undefined;
  /** Components of a type that exist: 1, others 0. */
  readonly existsOf: (type: ComponentType) => ArrayLike<number>;
  /** Row of the parent by row. */
  readonly parentOf: (type: ComponentType) => ArrayLike<number>;
  readonly lead: {
    readonly figure: KeyFigure;
    readonly values: ColumnValues;
    readonly limits: readonly number[];
  } | null;
  readonly plant: LossPlant;
  /** Null for a plant without modules. */
  readonly wiring: Wiring | null;
};

const lossShape = z.object({ kw: z.number(), mwh: z.number(), money: z.number() });
/** A loss with twice its standard uncertainty, and of how many components. */
export const countedLossShape = lossShape.extend({
  /** Twice the standard uncertainty. */
  uncertainty: lossShape,
  count: z.number().int(),
});
/** How the strings of the modules were found. */
const wiringShape = z.object({
  source: z.enum(wiringSources),
  modules_per_string: z.number().int().nullable(),
  strings_per_tracker: z.number().int().nullable(),
});

export const lossSplitShape = z.object({
  total: countedLossShape.extend({
    /** The upper end where all modules of an unconfirmed fault are faulty; null without such modules. */
    most: lossShape.nullable(),
    /** Of each part, the components that are not in the sum; none for a part that has all. */
    left_out: z.array(leftOutShape),
  }),
  /** Of the components with a finding of the key figure with which the map starts. */
  findings: countedLossShape,
  /** Of all other components. */
  others: countedLossShape,
  causes: z.array(countedLossShape.extend({ cause: z.enum(lossCauses) })),
  /** Null for a plant without modules. */
  wiring: wiringShape.nullable(),
});
export type LossSplit = z.infer<typeof lossSplitShape>;

/** The loss of a component by causes. */
type Parts = readonly (readonly [cause: LossCause, share: number])[];

/** A sum of losses with its uncertainty by causes, and of how many components. */
export type LossSum = { readonly loss: Loss; readonly spread: LossSpread; readonly count: number };
/** What a split is made of: uncertainties that are still to be added up. */
export type LossSums = {
  readonly total: LossSum & {
    readonly most: Loss | null;
    readonly left_out: readonly LeftOut[];
  };
  readonly findings: LossSum;
  readonly others: LossSum;
  readonly causes: readonly (LossSum & { readonly cause: LossCause })[];
};

export function lossSplit(survey: LossSurvey): LossSplit {
  return splitOf(lossSums(survey), survey.wiring);
}

export function splitOf(
  { total, findings, others, causes }: LossSums,
  wiring: Wiring | null,
): LossSplit {
  const shown = ({ loss, spread, count }: LossSum) => ({
    ...loss,
    uncertainty: wholeUncertainty(loss, spread),
    count,
  });
  return {
    total: { ...shown(total), most: total.most, left_out: [...total.left_out] },
    findings: shown(findings),
    others: shown(others),
    causes: causes.map((one) => ({ cause: one.cause, ...shown(one) })),
    wiring,
  };
}

export function lossSums(survey: LossSurvey): LossSums {
  const { technology, valuesOf, factsOf, existsOf, lead, plant } = survey;
  const severities = lead && severitiesOf(lead.values, lead.figure, lead.limits);
  const isFinding = (type: ComponentType, row: number) => {
    if (!severities || lead?.figure.component_type !== type) return false;
    const severity = severities[row] ?? 255;
    return severity >= 1 && severity <= 3;
  };
  const sums = new Map<LossCause, Sum>();
  const [found, rest] = [noSum(), noSum()];
  const left_out: LeftOut[] = [];
  for (const reader of lossReaders(technology, valuesOf, plant)) {
    const { component_type, key, lossAt, spreadAt } = reader;
    const exists = existsOf(component_type);
    const isString = key === "string_power_loss";
    const own = causesOf(survey, component_type);
    const partsOf = (row: number): Parts => (isString ? [["string", 1]] : own(row));
    const beside = { component_type, unconfirmed: 0, unmeasured: 0, component_count: 0 };
    const isUnconfirmed = unconfirmedRows(component_type, factsOf);
    for (let row = 0; row < exists.length; row++) {
      if (exists[row] !== 1) continue;
      const loss = lossAt(row);
      beside.component_count += 1;
      if (!loss) {
        beside[isUnconfirmed(row) ? "unconfirmed" : "unmeasured"] += 1;
        continue;
      }
      const side = isFinding(component_type, row) ? found : rest;
      // A module counts once, though its string has a loss of its own.
      add(side, loss, spreadAt(row), isString || loss.mwh <= 0 ? 0 : 1);
      if (loss.mwh === 0) continue;
      for (const [cause, share] of partsOf(row)) {
        if (share <= 0) continue;
        const sum = sums.get(cause) ?? noSum();
        sums.set(cause, sum);
        const spread = scaledSpread(spreadAt(row), share);
        add(sum, scaledLoss(loss, share), spread, loss.mwh < 0 ? 0 : 1);
      }
    }
    // The loss of strings is stated at faulty modules alone.
    if (!isString && beside.unconfirmed + beside.unmeasured > 0) left_out.push(beside);
  }
  const total = noSum();
  for (const one of [found, rest]) add(total, one.loss, one.spread, one.count);
  return {
    total: { ...total, most: greatestLoss(total, unconfirmedSum(left_out), plant), left_out },
    findings: found,
    others: rest,
    causes: lossCauses.flatMap((cause) => {
      const sum = sums.get(cause);
      return sum ? [{ cause, ...sum }] : [];
    }),
  };
}

type Sum = { loss: Loss; spread: LossSpread; count: number };
const noSum = (): Sum => ({ loss: noLoss, spread: noSpread, count: 0 });

function add(sum: Sum, loss: Loss, spread: LossSpread, count: number): void {
  sum.loss = addLoss(sum.loss, loss);
  sum.spread = addSpread(sum.spread, spread);
  sum.count += count;
}

/** The causes of a component's loss with their shares, which add up to 1. */
export function causesOf(survey: LossSurvey, type: ComponentType): (row: number) => Parts {
  if (type === "module") return moduleCauses(survey);
  if (type === "sca") return assemblyCauses(survey);
  return () => [["receiver", 1]];
}

const faults = ["module_missing", "open_string", "module_offline", "bypass_diode"] as const;

/** The worst fault of the module, and its soiling: both multiply. */
function moduleCauses({ valuesOf, plant }: LossSurvey): (row: number) => Parts {
  const columns = faults.map((key) => [key, valuesOf(key)] as const);
  const soiling = valuesOf("soiling");
  const sources = lossReaders("photovoltaic", valuesOf, { ...plant });
  const rated = sources[0] ? fullLoss(sources[0].key, plant) : 0;
  return (row) => {
    const fault = columns.find(([, values]) => values && valueAt(values, row) > 0)?.[0];
    const cause: LossCause = fault ?? "other_fault";
    const dust = soiling ? valueAt(soiling, row) / 100 : 0;
    if (!(dust > 0) || rated <= 0) return [[cause, 1]];
    const whole = Math.min(1, (sources[0]!.lossAt(row)?.kw ?? 0) / rated);
    const clean = 1 - Math.min(dust, whole);
    const working = clean > 0 ? (1 - whole) / clean : 1;
    const [byFault = 0, byDust = 0] = chainShares([working, clean]);
    // What dust explains to a rounded value's last digit is dust.
    if (fault === undefined && byFault < 0.02) return [["soiling", 1]];
    return [
      [cause, byFault],
      ["soiling", byDust],
    ];
  };
}

/** Kilowatts of a module that loses all, in the units of its losses. */
function fullLoss(key: string, plant: LossPlant): number {
  const { settings } = plant;
  const kw = (moduleWatts(plant) ?? 0) / 1000;
  const aged = (1 - settings.degradation_percent / 100) ** settings.age_years;
  return key === "energy_loss" ? kw : kw * aged;
}

/** Intercept, missing mirrors and dust multiply to the optical efficiency of an assembly. */
function assemblyCauses({ valuesOf, parentOf, existsOf }: LossSurvey): (row: number) => Parts {
  const cleanliness = valuesOf("cleanliness");
  const intercept = meanByParent("intercept_factor", 1);
  const mirrored = meanByParent("missing_mirror_area", -1);
  return (row) => {
    const clean = cleanliness ? valueAt(cleanliness, row) / 100 : NaN;
    const of = (share: number | undefined) => (share === undefined || share !== share ? 1 : share);
    const [byIntercept = 0, byMirror = 0, byDust = 0] = chainShares([
      of(intercept?.[row]),
      of(mirrored?.[row]),
      of(clean),
    ]);
    if (byIntercept + byMirror + byDust === 0) return [["optics", 1]];
    return [
      ["intercept", byIntercept],
      ["mirror", byMirror],
      ["cleanliness", byDust],
    ];
  };

  /** Mean share over the measured elements of each assembly: of a percentage, or of what it leaves. */
  function meanByParent(key: string, sign: 1 | -1): Float64Array | undefined {
    const values = valuesOf(key);
    if (!values) return undefined;
    const [parents, exists] = [parentOf("sce"), existsOf("sce")];
    const sums = new Float64Array(existsOf("sca").length);
    const counts = new Uint32Array(sums.length);
    for (let row = 0; row < values.length; row++) {
      const [value, parent] = [valueAt(values, row), parents[row] ?? NO_ROW];
      if (value !== value || exists[row] !== 1 || parent >= sums.length) continue;
      sums[parent]! += sign === 1 ? value / 100 : 1 - value / 100;
      counts[parent]! += 1;
    }
    return sums.map((sum, row) => sum / counts[row]!);
  }
}
