// In which order and direction lines are flown.
//
// Lines are grouped into cells without obstacles (boustrophedon decomposition). Choosing the order of the
// cells and how each is entered is a generalised travelling-salesman problem (Baehnemann et al., "Revisiting
// boustrophedon coverage path planning as a generalized TSP", 2019): exact for few cells, by local search
// for many. The result is then improved line by line.
import { cellsOf } from "./flight-cells.ts";
import { exactOrder } from "./exact-order.ts";
import { improved, polished, type Part } from "./order-search.ts";
import type { Strip } from "./flight-strips.ts";
import { reversed, type Run, type WayCosts } from "./run.ts";

/** Cells up to this number are ordered exactly. */
const EXACT_CELLS = 9;

/** @param effort rounds of the local search; 0 for a first order. */
export function tourOf(strips: readonly Strip[], costs: WayCosts, effort: number): Run[] {
  if (strips.length === 0) return [];
  const cells = cellsOf(strips).map((cell) => cellPart(cell));
  const byCell =
    cells.length <= EXACT_CELLS
      ? exactOrder(cells, costs)
      : improved(greedyOrder(cells, costs), costs, Math.max(1, effort));
  const first = byCell.flat();
  if (effort === 0 || costs.isSpent()) return first;
  const byLine = (runs: readonly Run[]) =>
    improved(
      runs.map((run) => linePart(run)),
      costs,
      effort,
    ).flat();
  const orders = cells.length === 1 ? [first] : [byLine(first), byLine(snake(strips))];
  return orders.toSorted((a, b) => lengthOf(a, costs) - lengthOf(b, costs))[0]!;
}

/** The order of so many parts of an area, each flown from one end or the other. */
export function partsTour(count: number, costs: WayCosts): Run[] {
  const parts = Array.from({ length: count }, (_, i) => linePart(i * 2));
  if (count <= EXACT_CELLS) return exactOrder(parts, costs).flat();
  return improved(greedyOrder(parts, costs), costs, PARTS_EFFORT).flat();
}

/** Rounds of the local search over parts, which are few. */
const PARTS_EFFORT = 12;

/** Seconds of all ways of a tour, those from and to the take-off position included. */
export function lengthOf(runs: readonly Run[], costs: WayCosts): number {
  let sum = costs.toFirst(runs[0]!) + costs.toFirst(reversed(runs.at(-1)!));
  for (let i = 1; i < runs.length; i++) sum += costs.between(runs[i - 1]!, runs[i]!);
  return sum;
}

/** A better order of the same lines, by a longer search. */
export function polishedTour(
  runs: readonly Run[],
  costs: WayCosts,
  onShare: (share: number) => void = () => {},
): Run[] {
  const kicks = Math.min(MOST_KICKS, KICKS_PER_LINE * runs.length);
  return polished(
    runs.map((run) => linePart(run)),
    costs,
    kicks,
    onShare,
  ).flat();
}

const MOST_KICKS = 400;
const KICKS_PER_LINE = 5;

const linePart = (run: Run): Part => ({ runs: [run], forms: [[run], [reversed(run)]] });

/** A cell is flown up or down, and its first line in either direction. */
function cellPart(cell: readonly number[]): Part {
  const there = cell.map((strip, i): Run => strip * 2 + (i % 2));
  const back = there.map(reversed);
  const forms = [there, back].flatMap((runs) => [runs, runs.toReversed().map(reversed)]);
  return { runs: there, forms };
}

/** Row by row, back and forth. */
function snake(strips: readonly Strip[]): Run[] {
  const order = strips.map((_, i) => i);
  order.sort((a, b) => {
    const [p, q] = [strips[a]!, strips[b]!];
    return p.row - q.row || (p.row % 2 === 0 ? p.from - q.from : q.from - p.from);
  });
  return order.map((strip) => strip * 2 + (strips[strip]!.row % 2));
}

/** Always the nearest cell next. */
function greedyOrder(cells: readonly Part[], costs: WayCosts): Part[] {
  const rest = new Set(cells);
  const order: Part[] = [];
  let last: Run | null = null;
  while (rest.size > 0) {
    let best: { part: Part; runs: readonly Run[]; cost: number } | null = null;
    const from = last as Run | null;
    const leastOf = (run: Run): number =>
      from === null ? costs.toFirst(run) : costs.atLeast(from, run);
    const forms = [...rest].flatMap((part) =>
      part.forms.map((runs) => ({ part, runs, least: leastOf(runs[0]!) })),
    );
    // The nearest first: most others are then known to be further away.
    for (const { part, runs, least } of forms.toSorted((a, b) => a.least - b.least)) {
      if (best && least >= best.cost) break;
      const cost: number = from === null || costs.isSpent() ? least : costs.between(from, runs[0]!);
      if (!best || cost < best.cost) best = { part, runs, cost };
    }
    if (!best) break;
    rest.delete(best.part);
    order.push({ runs: best.runs, forms: best.part.forms });
    last = best.runs.at(-1)!;
  }
  return order;
}
