// Which of a field's alternatives is flown, and in which order: judged by all sorties together.
import { byCoverage, type Field } from "./field-lines.ts";
import { linesOf, wayCostsOf } from "./flight-costs.ts";
import { partsTour, polishedTour, tourOf } from "./flight-tour.ts";
import { stripOf, type Run, type WayCosts, type Work } from "./run.ts";
import { sortieSeconds, type Leg, type SortieParts } from "../time/sortie-routes.ts";

export type OrderedField = {
  /** Radians from east, of its pieces one after the other. */
  readonly directions: readonly number[];
  readonly legs: readonly Leg[];
  /** Of all sorties. */
  readonly seconds: number;
};

/** Rounds of the local search. */
const FULL_EFFORT = 12;
/** Alternatives that get a first order, by the number of their lines: as many as are quick. */
const LINES_TRIED = { full: 6000, preview: 100 } as const;
const MOST_TRIED = 80;
/** Alternatives that get a thorough order. */
const IMPROVED = 3;
/** Steps that the orders of one field may take; about half a minute. A field of 2,000 ha takes a tenth of them. */
export const MOST_STEPS = { full: 200_000_000, preview: 20_000_000 } as const;
const MANY_LINES = 500;
/** Of the work on an order, as it is on large areas: first orders, then thorough ones, and what is left for the best. */
const [FIRST_SHARE, THOROUGH_SHARE] = [0.3, 0.3];

type Tried = {
  readonly field: Field;
  readonly runs: readonly Run[];
  readonly ordered: OrderedField;
};

/** Of the alternatives that leave least unseen the fastest, in its best order; null: there is none. */
export function bestOrder(
  fields: readonly Field[],
  parts: Omit<SortieParts, "legs">,
  effort: "preview" | "full",
  onShare: (share: number) => void = () => {},
): OrderedField | null {
  const lines = fields[0]?.strips.length ?? 1;
  const tried = Math.min(MOST_TRIED, Math.max(1, Math.floor(LINES_TRIED[effort] / lines)));
  const work: Work = { left: MOST_STEPS[effort] };
  const better = (a: Tried, b: Tried) => byCoverage(judged(a), judged(b));
  const first = fields
    .slice(0, tried)
    .flatMap((field, at, all) => {
      if (at > 0 && work.left <= 0) return [];
      onShare((FIRST_SHARE * at) / all.length);
      return [triedOf(field, parts, work, (costs) => tourOf(field.strips, costs, 0))];
    })
    .toSorted(better);
  if (effort === "preview") return first[0]?.ordered ?? null;
  if (work.left <= 0) return first[0]?.ordered ?? null;
  const thorough = first
    .slice(0, lines > MANY_LINES ? 1 : IMPROVED)
    .flatMap((one, at, all) => {
      onShare(FIRST_SHARE + (THOROUGH_SHARE * at) / all.length);
      const longer = (costs: WayCosts) => tourOf(one.field.strips, costs, FULL_EFFORT);
      return [one, triedOf(one.field, parts, work, longer)];
    })
    .toSorted(better);
  const [best] = thorough;
  if (!best) return null;
  const rest = FIRST_SHARE + THOROUGH_SHARE;
  const polished = triedOf(best.field, parts, work, (costs) =>
    polishedTour(best.runs, costs, (share) => onShare(rest + (1 - rest) * share)),
  );
  return [best, polished].toSorted(better)[0]?.ordered ?? null;
}

/** The lines of all parts of an area, those of one after those of the next on the shortest way, each from one end or the other. */
export function legsInOrder(
  fields: readonly OrderedField[],
  { ways, homes, motion }: Omit<SortieParts, "legs">,
): Leg[] {
  if (fields.length < 2) return fields.flatMap(({ legs }) => legs);
  const ends = fields.map(({ legs }) => ({ from: legs[0]!.from, to: legs.at(-1)!.to }));
  const costs = wayCostsOf(ends, ways, homes, motion, { left: MOST_STEPS.preview });
  return partsTour(ends.length, costs).flatMap((run) => {
    const { legs } = fields[stripOf(run)]!;
    return run % 2 === 0 ? legs : legs.toReversed().map(backwards);
  });
}

function backwards({ from, to, lift, ...leg }: Leg): Leg {
  return { ...leg, from: to, to: from, ...(lift && { lift: [lift[1], lift[0]] as const }) };
}

const judged = ({ field, ordered }: Tried) => ({ ...field, seconds: ordered.seconds });

function triedOf(
  field: Field,
  parts: Omit<SortieParts, "legs">,
  work: Work,
  order: (costs: WayCosts) => readonly Run[],
): Tried {
  const lines = linesOf(field);
  const runs = order(wayCostsOf(lines, parts.ways, parts.homes, parts.motion, work));
  const { view } = field;
  const legs = runs.map((run): Leg => {
    const { from, to } = lines[stripOf(run)]!;
    const [begin, end] = run % 2 === 0 ? [from, to] : [to, from];
    return { from: begin, to: end, ...(view && { view }) };
  });
  const seconds = sortieSeconds({ ...parts, legs });
  const directions = [...new Set(field.strips.map((one) => one.direction ?? field.direction))];
  return { field, runs, ordered: { directions, legs, seconds } };
}
