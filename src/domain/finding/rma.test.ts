import { describe, expect, it } from "vitest";
import {
  changedRma,
  noRma,
  passesRma,
  rmaChoices,
  rmaFilters,
  rmaRefusal,
  rmaStates,
  type Rma,
  type RmaState,
} from "./rma.ts";

/** Written by hand: rows are the present state, columns the next one, in the order of `order`. */
const order = ["none", "prepared", "claimed", "accepted", "rejected", "replaced"] as const;
const table = `
none     | = y y . . .
prepared | y = y . . .
claimed  | . y = y y y
accepted | . . y = y y
rejected | y . y y = .
replaced | . . . . . =`;
const cells = table
  .trim()
  .split("\n")
  .flatMap((line) => {
    const [from = "", marks = ""] = line.split("|");
    return marks
      .trim()
      .split(" ")
      .map((mark, at) => [from.trim() as RmaState, order[at]!, mark !== "."] as const);
  });

/** All that a state needs. */
const whole = (rma: RmaState): Rma =>
  changedRma(noRma, {
    rma,
    rma_claim: "C-7",
    rma_reason: "Hail",
    new_serial: "JK1",
    replaced_on: "2026-11-02",
  });

describe("the warranty claim of a finding", () => {
  it("has the states of the table", () => expect([...rmaStates]).toEqual([...order]));

  it.each(cells)("%s, %s: %s", (from, to, may) => {
    const set = { ...whole(to), rma: to };
    const refusal = rmaRefusal(whole(from), changedRma(whole(from), set));
    expect(refusal?.reason ?? null).toBe(may ? null : `rma_from_${from}`);
    expect(rmaChoices(from).includes(to)).toBe(may);
  });

  it("needs what belongs to its state", () => {
    const lacking = (rma: RmaState, field: keyof Rma) =>
      rmaRefusal(whole("claimed"), { ...whole(rma), [field]: null })?.reason;
    expect(lacking("accepted", "rma_claim")).toBe("rma_without_claim");
    expect(lacking("rejected", "rma_reason")).toBe("rma_without_reason");
    expect(lacking("replaced", "new_serial")).toBe("rma_without_serial");
    expect(lacking("replaced", "replaced_on")).toBe("rma_without_day");
  });

  it("keeps nothing that its state does not say", () => {
    expect(changedRma(whole("replaced"), { rma: "none" })).toEqual(noRma);
    expect(changedRma(whole("rejected"), { rma: "claimed" })).toEqual({
      ...noRma,
      rma: "claimed",
      rma_claim: "C-7",
    });
    expect(changedRma(whole("claimed"), {})).toEqual(whole("claimed"));
  });

  it("of a replaced component is not replaced by another number", () => {
    const now = { ...whole("replaced"), new_serial: "JK2" };
    expect(rmaRefusal(whole("replaced"), now)?.reason).toBe("rma_from_replaced");
  });

  it("is found by its state, or by all that waits for somebody", () => {
    const passing = (filter: (typeof rmaFilters)[number] | null) =>
      rmaStates.filter((state) => passesRma(state, filter));
    expect(passing(null)).toEqual([...rmaStates]);
    expect(passing("waiting")).toEqual(["prepared", "claimed", "accepted"]);
    for (const state of rmaStates) expect(passing(state)).toEqual([state]);
  });
});
