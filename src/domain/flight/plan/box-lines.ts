// Lines over rectangles: along the rows of PV tables and collectors, or across collectors.
import { turned, type Region } from "../ground/flight-ground.ts";
import {
  commonIntervals,
  cutAt,
  edgesOf,
  mergedIntervals,
  type Interval,
  type Strip,
} from "./flight-strips.ts";
import type { Box } from "../area/flight-target.ts";

/** A box along x and y of the turned plane. */
type Extent = {
  readonly left: number;
  readonly right: number;
  readonly low: number;
  readonly high: number;
};

export type BoxLineSettings = {
  /** How much of the plane across a line covers. */
  readonly band: number;
  /** Metres that neighbouring lines over one block may be apart; Infinity: as far as the components are. */
  readonly apart: number;
  /** Ground without components across the lines that is as wide as this parts two blocks. */
  readonly road: number;
  /** A component must be seen whole from one line; else neighbouring lines may share it. */
  readonly whole: boolean;
  /** Moves the lines along themselves: a camera beside an inclined collector. */
  readonly shift: number;
  readonly leadOut: number;
  /** Gaps between components up to this length are flown over with photos. */
  readonly gap: number;
};

/** Lines along `direction` that see all boxes as far as they lie inside `inner`. */
export function stripsOverBoxes(
  boxes: readonly Box[],
  inner: Region,
  direction: number,
  settings: BoxLineSettings,
): Strip[] {
  const extents = boxes.map((box) => extentOf(box, direction));
  const room = edgesOf(turned(inner, direction));
  const groups = settings.whole
    ? withLinesBetween(wholeGroups(extents, settings.band), settings)
    : sharedGroups(extents, settings.band);
  return groups.flatMap(({ y, extents: seen }, row) => {
    const wanted = seen.map(({ left, right }): Interval => [
      left + settings.shift - settings.leadOut,
      right + settings.shift + settings.leadOut,
    ]);
    const parts = commonIntervals(mergedIntervals(wanted, settings.gap), cutAt(room, y));
    return parts.filter(([from, to]) => to > from).map(([from, to]) => ({ row, y, from, to }));
  });
}

function extentOf(box: Box, direction: number): Extent {
  const [cos, sin] = [Math.cos(direction), Math.sin(direction)];
  const x = box.x * cos + box.y * sin;
  const y = box.y * cos - box.x * sin;
  const [along, across] = [Math.cos(box.rotation - direction), Math.sin(box.rotation - direction)];
  const dx = (Math.abs(along) * box.length + Math.abs(across) * box.width) / 2;
  const dy = (Math.abs(across) * box.length + Math.abs(along) * box.width) / 2;
  return { left: x - dx, right: x + dx, low: y - dy, high: y + dy };
}

type Group = { readonly y: number; readonly extents: readonly Extent[] };

/** The fewest lines that see each box whole: always as many rows as fit, from the lowest up. */
function wholeGroups(extents: readonly Extent[], band: number): Group[] {
  const groups: { low: number; high: number; extents: Extent[] }[] = [];
  for (const extent of extents.toSorted((a, b) => a.high - b.high)) {
    const group = groups.at(-1);
    const low = Math.min(group?.low ?? Infinity, extent.low);
    if (group && extent.high - low <= band) {
      group.low = low;
      group.high = extent.high;
      group.extents.push(extent);
    } else {
      groups.push({ low: extent.low, high: extent.high, extents: [extent] });
    }
  }
  return groups.map(({ low, high, extents: seen }) => ({ y: (low + high) / 2, extents: seen }));
}

/** The lines, with others between those of one block that are further apart than their images may be. */
function withLinesBetween(
  groups: readonly Group[],
  { apart, road }: Pick<BoxLineSettings, "apart" | "road">,
): Group[] {
  const sorted = groups.toSorted((a, b) => a.y - b.y);
  return sorted.flatMap((group, i) => {
    const next = sorted[i + 1];
    if (!next) return [group];
    const free =
      Math.min(...next.extents.map(({ low }) => low)) -
      Math.max(...group.extents.map(({ high }) => high));
    const metres = next.y - group.y;
    const count = free >= road ? 0 : Math.ceil(metres / apart - 1e-6) - 1;
    // Only where both have components.
    const shared = group.extents.flatMap(({ left, right, low, high }) =>
      next.extents.flatMap((other): Extent[] => {
        const both = { left: Math.max(left, other.left), right: Math.min(right, other.right) };
        return both.left < both.right ? [{ ...both, low, high }] : [];
      }),
    );
    if (count < 1 || shared.length === 0) return [group];
    const between = Array.from({ length: count }, (_, k): Group => {
      return { y: group.y + (metres * (k + 1)) / (count + 1), extents: shared };
    });
    return [group, ...between];
  });
}

/**
 * The fewest lines whose bands cover all boxes, which may lie in two bands. Bands follow each other without a gap, so
 * that neighbouring images share what they are meant to; one over which there is no component is left out.
 */
function sharedGroups(extents: readonly Extent[], band: number): Group[] {
  const groups: Group[] = [];
  let rest = extents.toSorted((a, b) => a.low - b.low);
  let floor = -Infinity;
  while (rest.length > 0) {
    const next = rest.reduce((least, extent) => Math.min(least, extent.low), Infinity);
    const low = next < floor + band ? floor : next;
    const high = low + band;
    groups.push({ y: low + band / 2, extents: rest.filter((extent) => extent.low < high) });
    rest = rest.filter((extent) => extent.high > high);
    floor = high;
  }
  return groups;
}
