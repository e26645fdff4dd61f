// What a single image says of the place at which it was found, against places by whole components beside.
import { LEAST_VALUES, readLook, type Look, type LookInput } from "./place-look.ts";
import type { Evidence, Said } from "./flight-evidence.ts";
import { commonShare, compared, facesOf, scouted, type Comparison } from "./place-rival.ts";
import { movedBy, type Pose } from "./pose.ts";
import { tellsApart, type Bounds } from "./whole-shift.ts";
import type { Point } from "./place-window.ts";

/** Half of the side of the part that is compared at most, in metres, and cells along it. */
const MOST_HALF_M = 30;
const CELLS = 150;
const LEAST_CELL_M = 0.1;
/** What must speak for a place against a moved one. */
const CLEAR = { share: 0.75, contrast: 0.6 } as const;
const NO_BETTER = 0.5;
/** Square metres in which both differ, at least: about the face of a module. */
const LEAST_M2 = 1;
/** Share of the components in sight that the moved plant has there, too, below which it has none; and square metres of them. */
const NOTHING = 0.05;
const LEAST_OWN_M2 = 10;
/** Metres from the middle of a component to its end up to which it is seen as a whole. */
const SHORT_M = 2;

/**
 * @param input with all components of the plant: those beside the image would be seen at another place
 * @param rows of the components on the ground of the image, and as far around it as it may lie beside
 * @param ground that the image shows, on the plant plane
 * @param isFound whether components were found at that place, and not only stated to be there
 */
export async function imageEvidence(
  input: LookInput,
  rows: readonly number[],
  ground: Bounds,
  { pose, middle }: { readonly pose: Pose; readonly middle: Point },
  isFound: boolean,
): Promise<Evidence | null> {
  const centre: Point = [
    (ground.low[0] + ground.high[0]) / 2,
    (ground.low[1] + ground.high[1]) / 2,
  ];
  const sides = [ground.high[0] - centre[0], ground.high[1] - centre[1]] as const;
  const half_m = Math.min(MOST_HALF_M, Math.max(...sides));
  const at = movedBy(pose, middle)(...centre);
  const look = await readLook(input, centre, at, 0, LEAST_VALUES[1], half_m);
  if (!look) return null;
  // Cells are whole pixels: what their areas are is known only so.
  const perMetre = Math.sqrt(Math.hypot(...ofAxis(look, 0)) * Math.hypot(...ofAxis(look, 1)));
  const pixels = Math.max(1, Math.round(Math.max(LEAST_CELL_M, half_m / CELLS) * perMetre));
  const cell_m = pixels / perMetre;
  const scout = scouted(look, cell_m);
  const own = facesOf(input, scout, pose.turn, [0, 0]);
  // Of a long row, parts are seen whose middle is not.
  const longest = rows.reduce((most, row) => Math.max(most, input.geometry.length[row]!), 0);
  const beyond = Math.max(0, longest / 2 - SHORT_M);
  const wide: Bounds = {
    low: [ground.low[0] - beyond, ground.low[1] - beyond],
    high: [ground.high[0] + beyond, ground.high[1] + beyond],
  };
  return {
    tells: (shift) => tellsApart(input.geometry, rows, input.nearby, wide, shift),
    says(shift) {
      const other = facesOf(input, scout, pose.turn, shift);
      const { share, cells } = commonShare(own, other);
      // The image was placed by components of which the moved plant has none there.
      if (isFound && share < NOTHING && cells * cell_m ** 2 >= LEAST_OWN_M2) return 1;
      return saidBy(compared([scout], [own], [other]));
    },
  };
}

/** Below half, the moved place looks better; at half nothing may speak for either, which contradicts nothing. */
export function saidBy({ area_m2, share, contrast }: Comparison): Said | null {
  if (area_m2 < LEAST_M2 || !Number.isFinite(contrast)) return null;
  if (share >= CLEAR.share && contrast >= CLEAR.contrast) return 1;
  return share < NO_BETTER ? -1 : 0;
}

/** What a metre to the east and one to the north move along an axis of the look, in pixels. */
const ofAxis = ({ east, north }: Look, axis: 0 | 1) => [east[axis], north[axis]] as const;
