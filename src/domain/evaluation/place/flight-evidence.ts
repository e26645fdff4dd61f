// Whether the images of a flight lie where they were found, or by whole components beside.
//
// An image seldom shows what tells a module from the next one. The images of one flight have one error of their
// positions: that of the base, the datum or the correction service. So what some of them show at the ends of rows and at
// the rim of the plant counts for all of them, as long as none of them contradicts.
import type { Point } from "./place-window.ts";

/** For the place, for the moved one, or neither clearly. */
export type Said = 1 | -1 | 0;

/** What an image can say of the place at which it was found. */
export type Evidence = {
  /** Whether it shows anything by which the place differs from the moved one: known from the twin alone. */
  tells(shift: Point): boolean;
  /** Null where it shows hardly anything by which the two differ. */
  says(shift: Point): Said | null;
};

/**
 * Images after which no more are asked of a movement that they rule out, and after which none are in any case: what the
 * first images show may be little. Of the shortest ones all are asked, because a position may jump within a flight.
 */
const ENOUGH = 5;
const MOST_ASKED = 15;
const SHORTEST = 8;
/** Images that must speak for the place, as a number and as a share of those that say something. */
const LEAST = { images: 2, share: 0.75 } as const;

type Tally = { readonly pro: number; readonly contra: number; readonly unclear: number };

const askedOf = ({ pro, contra, unclear }: Tally) => pro + contra + unclear;
const isRuledOut = (tally: Tally) =>
  tally.pro >= LEAST.images && tally.pro >= LEAST.share * askedOf(tally);
/** The share counts at two numbers of images alone: one that is asked for after each image is reached by chance. */
const isDone = (tally: Tally) =>
  askedOf(tally) >= MOST_ASKED || (askedOf(tally) === ENOUGH && isRuledOut(tally));

export type FlightEvidence = {
  /** In the order in which the images were taken; null for one whose place was not found. */
  add(evidence: Evidence | null): void;
  /** Known once all images were added. */
  verdict(): FlightVerdict;
};

export type FlightVerdict = {
  /** Movements by which the flight could lie beside, for all that its images show. */
  readonly open: readonly Point[];
  /** By image: whether neither it nor the ones before and after say that it lies beside. */
  readonly isSteady: readonly boolean[];
};

/** @param shifts the shortest first */
export function flightEvidence(shifts: readonly Point[]): FlightEvidence {
  const tallies = shifts.map(() => ({ pro: 0, contra: 0, unclear: 0 }));
  const said: Said[] = [];
  return {
    add(evidence) {
      let own: Said = 0;
      for (const [at, shift] of shifts.entries()) {
        const tally = tallies[at]!;
        if (!evidence || (at >= SHORTEST && isDone(tally))) continue;
        if (!evidence.tells(shift)) continue;
        const one = evidence.says(shift);
        if (one === null) continue;
        tally[one === 1 ? "pro" : one === -1 ? "contra" : "unclear"] += 1;
        if (one === -1) own = -1;
        else if (one === 1 && own === 0) own = 1;
      }
      said.push(own);
    },
    verdict() {
      const open = shifts.filter((_, at) => !isRuledOut(tallies[at]!));
      const [before, after] = [lastSaid(said), lastSaid(said.toReversed()).toReversed()];
      return { open, isSteady: said.map((_, at) => before[at] !== -1 && after[at] !== -1) };
    },
  };
}

/** What the image itself said, or the last one before that said something. */
function lastSaid(said: readonly Said[]): Said[] {
  let last: Said = 0;
  return said.map((own) => (last = own === 0 ? last : own));
}
