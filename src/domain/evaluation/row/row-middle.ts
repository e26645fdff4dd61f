// Trackers that do not lie in the middle of what is seen of them: a shadow, or something beside them, may be their edge.
import type { Geometry } from "../../component/component-index.ts";
import type { EvaluationSettings } from "../evaluation-settings.ts";
import { neighbourReferences } from "../module/neighbour-reference.ts";
import { medianOf } from "../../median.ts";
import type { SeenWidth } from "./row-edge.ts";

/** Towards the true tilt, which is less steep, the width changes less with it: by a third less from 43° to 32°. */
const FLATTER = 1.3;

/** Rows of a twin lie some centimetres beside their place: what all trackers do by so many times is no shadow. Our limit. */
const USUAL_TIMES = 3;

type Seen = SeenWidth & { readonly row: number };

/**
 * The same widths with what their middle lies beside those of the trackers around in their uncertainty. From straight
 * above a tracker that is turned is narrower on both sides alike. A shadow of its neighbour takes one side alone: the
 * width is wrong by twice what the middle is beside, which is then its interval of 95 %. A picture that lies beside its
 * place moves the trackers around as well.
 */
export function withAside<One extends Seen>(
  { count, centreX: x, centreY: y, rotation }: Geometry,
  seen: readonly One[],
  { neighbours }: Pick<EvaluationSettings, "neighbours">,
): One[] {
  const [first] = seen;
  if (!first) return [];
  // To the same side of all, whichever way their axes lead.
  const signOf = (row: number) => (Math.cos(rotation[row]! - rotation[first.row]!) < 0 ? -1 : 1);
  const middles = new Float64Array(count).fill(NaN);
  for (const { row, middle_m } of seen) middles[row] = signOf(row) * middle_m;
  const rows = seen.map(({ row }) => row);
  const around = neighbourReferences(rows, { x, y }, middles, { neighbours, warm_k: Infinity });
  const asides = seen.map(({ row }) => {
    const usual = around.temperature[row]!;
    return middles[row]! - (Number.isNaN(usual) ? 0 : usual);
  });
  const scatter = medianOf(asides.map(Math.abs));
  return seen.map((one, at) => {
    const aside = asides[at]!;
    const isBeside = Math.abs(aside) > USUAL_TIMES * scatter;
    return isBeside ? { ...one, noise_m: Math.hypot(one.noise_m, FLATTER * aside) } : one;
  });
}
