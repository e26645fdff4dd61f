// What parts of a plant lose by a survey, and how much of its capacity they are: the components below each of them.
import type { ComponentType, Technology } from "../component/component.ts";
import { ancestorTypesOf } from "../component/component.ts";
import { NO_ROW, type Geometry } from "../component/component-index.ts";
import { greatestLoss, unconfirmedRows } from "../loss/beside-sum.ts";
import { addLoss, noLoss, type Loss } from "../loss/component-loss.ts";
import { lossReaders } from "../loss/loss-reader.ts";
import { addSpread, noSpread, wholeUncertainty, type LossSpread } from "../loss/loss-spread.ts";
import type { LossSurvey } from "../loss/loss-split.ts";

export type Part = { readonly component_type: ComponentType; readonly row: number };
export type PartLoss = {
  /** Share of the plant’s capacity, 0 to 1. */
  readonly capacity_share: number;
  /** A year, electric; null where the survey says nothing of its components. */
  readonly calculated: CalculatedLoss | null;
};
/** Energy and money with twice their standard uncertainty. */
export type CalculatedLoss = {
  readonly mwh: number;
  readonly money: number;
  readonly uncertainty: number;
  readonly money_uncertainty: number;
  /** The upper end where all modules of an unconfirmed fault are faulty; null without such modules. */
  readonly most: { readonly mwh: number; readonly money: number } | null;
  /** Components whose loss is not in it. */
  readonly left_out: number;
  /** Share of the components whose loss is in it, 0 to 1: of the kind of components of which least is known. */
  readonly known_share: number;
};

/** By what the capacity of a plant is divided: its parts are alike. */
const capacityTypes = {
  photovoltaic: ["module"],
  parabolic_trough: ["absorber_tube", "sce", "sca"],
} as const satisfies Record<Technology, readonly ComponentType[]>;

/** In the order of `parts`. A component below two parts of different types counts for both. */
export function partLosses(
  survey: LossSurvey,
  levels: ReadonlyMap<ComponentType, Geometry>,
  parts: readonly Part[],
): PartLoss[] {
  const { technology, valuesOf, factsOf, plant } = survey;
  const leaf = capacityTypes[technology].find((type) => levels.has(type));
  const [counts, left_out, unconfirmed] = [
    parts.map(() => 0),
    parts.map(() => 0),
    parts.map(() => 0),
  ];
  const sums: (Sum | null)[] = parts.map(() => null);
  const known_share = parts.map(() => 1);
  const readers = lossReaders(technology, valuesOf, plant);
  for (const type of new Set(parts.map(({ component_type }) => component_type))) {
    const owners = new Map<ComponentType, Int32Array>();
    const ownersOf = (of: ComponentType): Int32Array => {
      const known = owners.get(of) ?? ownersIn(levels, of, type, parts);
      owners.set(of, known);
      return known;
    };
    if (leaf) for (const part of ownersOf(leaf)) if (part >= 0) counts[part]! += 1;
    for (const { component_type, key, lossAt, spreadAt } of readers) {
      const isUnconfirmed = unconfirmedRows(component_type, factsOf);
      const [absent, all] = [new Uint32Array(parts.length), new Uint32Array(parts.length)];
      for (const [row, part] of ownersOf(component_type).entries()) {
        if (part < 0) continue;
        const loss = lossAt(row);
        all[part]! += 1;
        // The loss of strings is stated at faulty modules alone.
        if (!loss && key !== "string_power_loss") {
          if (isUnconfirmed(row)) unconfirmed[part]! += 1;
          left_out[part]! += 1;
          absent[part]! += 1;
        }
        if (!loss) continue;
        const sum = sums[part] ?? { loss: noLoss, spread: noSpread };
        sum.loss = addLoss(sum.loss, loss);
        sum.spread = addSpread(sum.spread, spreadAt(row));
        sums[part] = sum;
      }
      for (const [part, count] of all.entries()) {
        if (count > 0) known_share[part] = Math.min(known_share[part]!, 1 - absent[part]! / count);
      }
    }
  }
  const all = leaf ? countOf(levels.get(leaf)!) : 0;
  return parts.map((_, at) => {
    const known = sums[at];
    // Nothing is known of a part of modules that may be faulty alone, but how much they may lose.
    const sum = known ?? { loss: noLoss, spread: noSpread };
    const most = greatestLoss(sum, unconfirmed[at]!, plant);
    return {
      capacity_share: all > 0 ? counts[at]! / all : 0,
      calculated:
        known || most
          ? {
              ...calculatedOf(sum),
              most,
              left_out: left_out[at]!,
              known_share: known_share[at]!,
            }
          : null,
    };
  });
}

type Sum = { loss: Loss; spread: LossSpread };

function calculatedOf({
  loss,
  spread,
}: Sum): Omit<CalculatedLoss, "most" | "left_out" | "known_share"> {
  const wide = wholeUncertainty(loss, spread);
  const { mwh, money } = loss;
  return { mwh, money, uncertainty: wide.mwh, money_uncertainty: wide.money };
}

const countOf = ({ length }: Geometry) => length.reduce((sum, one) => sum + (one > 0 ? 1 : 0), 0);

/** For each row of `of` the part of type `type` above it, or the part that it is; -1 for none and for what is gone. */
function ownersIn(
  levels: ReadonlyMap<ComponentType, Geometry>,
  of: ComponentType,
  type: ComponentType,
  parts: readonly Part[],
): Int32Array {
  const own = levels.get(of);
  const found = new Int32Array(own?.count ?? 0).fill(-1);
  const chain: readonly ComponentType[] = [of, ...ancestorTypesOf(of)];
  const steps = chain.indexOf(type);
  if (!own || steps < 0) return found;
  const byRow = new Map(
    parts.flatMap(({ component_type, row }, at) =>
      component_type === type ? [[row, at] as const] : [],
    ),
  );
  const parents = chain.slice(0, steps).map((one) => levels.get(one)?.parent);
  for (let row = 0; row < found.length; row += 1) {
    if (own.length[row] === 0) continue;
    let at: number = row;
    for (const parent of parents) {
      at = parent?.[at] ?? NO_ROW;
      if (at === NO_ROW) break;
    }
    found[row] = byRow.get(at) ?? -1;
  }
  return found;
}
