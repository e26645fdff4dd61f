// The best order of few parts and the best form of each: dynamic programming over subsets (Held and Karp).
import type { Part } from "./order-search.ts";
import { reversed, type Run, type WayCosts } from "./run.ts";

export function exactOrder(parts: readonly Part[], costs: WayCosts): (readonly Run[])[] {
  const forms = parts.flatMap((part, index) =>
    part.forms.map((runs) => ({ index, runs, inside: insideOf(runs, costs) })),
  );
  const sets = 1 << parts.length;
  const best = new Float64Array(sets * forms.length).fill(Infinity);
  const before = new Int32Array(sets * forms.length).fill(-1);
  for (const [f, { index, runs, inside }] of forms.entries()) {
    best[(1 << index) * forms.length + f] = costs.toFirst(runs[0]!) + inside;
  }
  const ways = forms.map((from) =>
    forms.map((to) =>
      from.index === to.index ? 0 : costs.between(from.runs.at(-1)!, to.runs[0]!),
    ),
  );
  for (let set = 1; set < sets; set++) {
    for (let f = 0; f < forms.length; f++) {
      const soFar = best[set * forms.length + f]!;
      if (soFar === Infinity) continue;
      for (const [t, to] of forms.entries()) {
        const bit = 1 << to.index;
        if ((set & bit) !== 0) continue;
        const key = (set | bit) * forms.length + t;
        const sum = soFar + ways[f]![t]! + to.inside;
        if (sum < best[key]!) [best[key], before[key]] = [sum, f];
      }
    }
  }
  const all = (sets - 1) * forms.length;
  let [end, least] = [0, Infinity];
  for (const [f, { runs }] of forms.entries()) {
    const sum = best[all + f]! + costs.toFirst(reversed(runs.at(-1)!));
    if (sum < least) [end, least] = [f, sum];
  }
  const order: (readonly Run[])[] = [];
  for (let set = sets - 1, f = end; f >= 0;) {
    const form = forms[f]!;
    order.unshift(form.runs);
    f = before[set * forms.length + f]!;
    set &= ~(1 << form.index);
  }
  return order;
}

function insideOf(runs: readonly Run[], costs: WayCosts): number {
  let sum = 0;
  for (let i = 1; i < runs.length; i++) sum += costs.between(runs[i - 1]!, runs[i]!);
  return sum;
}
