// What a search lists of all that it finds, with how many there are.
import { readComponentQuery } from "../component/component-query.ts";
import { searchComponents, type Found, type NamedLevels } from "../component/component-search.ts";
import type { Technology } from "../component/component.ts";
import { planeAt, type LonLat } from "../geometry/plane.ts";

/** What was found is counted up to here: each one found has to be named. */
const COUNTED = 2000;
/** A typed position finds components within this distance. */
const SEARCH_RADIUS_M = 250;

type FoundAsk = {
  readonly text: string;
  readonly technology: Technology;
  /** Of the plane of the plant. */
  readonly origin: LonLat;
  /** So many are listed. */
  readonly most: number;
};

export type FoundPage = {
  readonly found: readonly Found[];
  readonly count: number;
  /** There are more than `count`. */
  readonly isMore: boolean;
};

/** The best `most` components for a text, and how many there are, counted up to 2,000 or those that are listed. */
export function foundPage(levels: NamedLevels, ask: FoundAsk): FoundPage {
  const query = readComponentQuery(ask.text, ask.technology);
  const counted = Math.max(ask.most, COUNTED);
  const all = searchComponents(levels, onPlane(query, ask.origin), counted + 1);
  const count = Math.min(all.length, counted);
  return { found: all.slice(0, ask.most), count, isMore: all.length > counted };
}

function onPlane(query: ReturnType<typeof readComponentQuery>, origin: LonLat) {
  if (query.kind !== "position") return query;
  const [x, y] = planeAt(origin).toPlane(query.lon, query.lat);
  return { kind: "position", x, y, radius: SEARCH_RADIUS_M } as const;
}
