// The warranty claim of a finding (RMA): how it stands with the maker, and which state follows which.
import type { Refusal } from "../error.ts";

/** `prepared`: the papers are ready. `claimed`: the maker has given it a number. `replaced`: another component stands there. */
export const rmaStates = [
  "none",
  "prepared",
  "claimed",
  "accepted",
  "rejected",
  "replaced",
] as const;
export type RmaState = (typeof rmaStates)[number];

/** What a list can be filtered by: a state, or all that waits for somebody. */
export const rmaFilters = ["waiting", ...rmaStates] as const;
export type RmaFilter = (typeof rmaFilters)[number];
const waiting: ReadonlySet<RmaState> = new Set(["prepared", "claimed", "accepted"]);

export function passesRma(state: RmaState, filter: RmaFilter | null): boolean {
  return filter === null || (filter === "waiting" ? waiting.has(state) : filter === state);
}

const next: Readonly<Record<RmaState, readonly RmaState[]>> = {
  none: ["prepared", "claimed"],
  prepared: ["none", "claimed"],
  claimed: ["prepared", "accepted", "rejected", "replaced"],
  accepted: ["claimed", "rejected", "replaced"],
  rejected: ["none", "claimed", "accepted"],
  // Another component stands there: only undoing the change takes that back.
  replaced: [],
};

/** The states that people can choose for a finding, its own first. */
export function rmaChoices(from: RmaState): readonly RmaState[] {
  return [from, ...next[from]];
}

export type Rma = {
  readonly rma: RmaState;
  /** The number that the maker has given the claim; null before. */
  readonly rma_claim: string | null;
  /** Why the maker has rejected it; null else. */
  readonly rma_reason: string | null;
  /** The serial number of the component that stands there now; null before. */
  readonly new_serial: string | null;
  /** The day at the plant, YYYY-MM-DD; null before. */
  readonly replaced_on: string | null;
};

export const noRma: Rma = {
  rma: "none",
  rma_claim: null,
  rma_reason: null,
  new_serial: null,
  replaced_on: null,
};

/** What a state says nothing of is empty. */
export function changedRma(before: Rma, set: Partial<Rma>): Rma {
  const now = { ...before, ...set };
  const isClaimed = now.rma !== "none" && now.rma !== "prepared";
  const isReplaced = now.rma === "replaced";
  return {
    rma: now.rma,
    rma_claim: isClaimed ? now.rma_claim : null,
    rma_reason: now.rma === "rejected" ? now.rma_reason : null,
    new_serial: isReplaced ? now.new_serial : null,
    replaced_on: isReplaced ? now.replaced_on : null,
  };
}

/** Why the claim cannot stand so, or null. */
export function rmaRefusal(before: Rma, now: Rma): Refusal | null {
  if (before.rma !== now.rma && !next[before.rma].includes(now.rma)) {
    return { reason: `rma_from_${before.rma}`, field: "set.rma" };
  }
  const isClaimed = now.rma !== "none" && now.rma !== "prepared";
  if (isClaimed && now.rma_claim === null) {
    return { reason: "rma_without_claim", field: "set.rma_claim" };
  }
  if (now.rma === "rejected" && now.rma_reason === null) {
    return { reason: "rma_without_reason", field: "set.rma_reason" };
  }
  if (now.rma !== "replaced") return null;
  if (now.new_serial === null) return { reason: "rma_without_serial", field: "set.new_serial" };
  if (now.replaced_on === null) return { reason: "rma_without_day", field: "set.replaced_on" };
  const isSame = before.new_serial === now.new_serial && before.replaced_on === now.replaced_on;
  return before.rma === "replaced" && !isSame
    ? { reason: "rma_from_replaced", field: "set.rma" }
    : null;
}
