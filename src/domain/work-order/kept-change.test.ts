// Changes of work orders that wait on a device, against a server that keeps its own account of what was decided.
import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  afterSending,
  again,
  isFieldSet,
  withChoice,
  withKept,
  type FieldSet,
  type KeptChange,
} from "./kept-change.ts";
import { newWorkOrder } from "./work-order-change.ts";
import type { WorkOrder, WorkOrderFields } from "./work-order.ts";

const order: WorkOrder = {
  ...newWorkOrder,
  id: 7,
  number: 3,
  title: "North",
  assignee_name: null,
  finding_ids: [],
  revision: 1,
  created_by: null,
  created_at: "2026-11-20T08:00:00Z",
  updated_by: null,
  updated_at: "2026-11-20T08:00:00Z",
};
const fault = { code: "CONFLICT", message: "", problems: [] };
const choose = (before: KeptChange | null, set: FieldSet, seen = order, isTried = false) =>
  withChoice(before, {
    account_id: 1,
    plant_id: 2,
    plant_name: "Plant",
    seen,
    set,
    written_at: "2026-11-20T09:00:00Z",
    isTried,
  });

describe("what waits of an order", () => {
  it("is the last value of each field, and nothing where all is as it was", () => {
    const one = choose(null, { status: "in_work" });
    const two = choose(one, { start: [2, 3], status: "done" });
    expect(two?.set).toEqual({ status: "done", start: [2, 3] });
    const three = choose(two, { status: "open" });
    expect(three?.set).toEqual({ start: [2, 3] });
    expect(choose(three, { start: null })).toBeNull();
  });

  it("that may have arrived is taken back by being sent", () => {
    const tried = choose(null, { status: "in_work" }, order, true)!;
    const back = choose(tried, { status: "open" })!;
    expect(back.set).toEqual({ status: "open" });
    const stored = { ...order, status: "in_work" as const, revision: 2 };
    const left = afterSending(back, { kind: "stored", answer: stored });
    expect([left?.set, left?.seen.revision]).toEqual([{ status: "open" }, 2]);
  });

  it("is what the device shows, unless its author has to decide", () => {
    const kept = choose(null, { status: "in_work" })!;
    expect(withKept(order, kept).status).toBe("in_work");
    expect(withKept(order, { ...kept, state: "conflict" }).status).toBe("open");
    expect(withKept(order, undefined)).toBe(order);
  });

  it("meets its own change where the answer was lost, and that is no conflict", () => {
    const kept = choose(null, { status: "in_work" })!;
    const answer = { ...order, status: "in_work" as const, revision: 2 };
    expect(afterSending(kept, { kind: "conflict", answer, fault })).toBeNull();
  });

  it("is shown with what somebody else has decided, and sent on top of it by choice alone", () => {
    const kept = choose(null, { status: "in_work", start: [2, 3] })!;
    const answer = {
      ...order,
      status: "cancelled" as const,
      start: [2, 3] as [number, number],
      revision: 5,
    };
    const met = afterSending(kept, { kind: "conflict", answer, fault })!;
    expect([met.state, met.set, met.current?.status]).toEqual([
      "conflict",
      { status: "in_work" },
      "cancelled",
    ]);
    const sent = again(met);
    expect([sent.state, sent.seen.revision, sent.current]).toEqual(["waiting", 5, null]);
  });
});

test("only what a crew decides waits on a device", () => {
  expect([isFieldSet({ status: "done", start: null }), isFieldSet({})]).toEqual([true, true]);
  expect([{ note: "" }, { due_on: null }, { crew: "North" }].map(isFieldSet)).toEqual([
    false,
    false,
    false,
  ]);
});

// A server, two people, and answers that get lost. Each person decides one field; the model keeps who decided last.
test("no decision is lost, and none of others is overwritten unseen", () => {
  const act = fc.oneof(
    fc.record({ kind: fc.constant("choose"), status: fc.constantFrom("open", "in_work", "done") }),
    fc.record({ kind: fc.constant("other"), crew: fc.constantFrom("East", "West") }),
    fc.record({ kind: fc.constantFrom("send", "lose", "cut", "decide") }),
  );
  fc.assert(
    fc.property(fc.array(act, { maxLength: 30 }), (acts) => {
      let server: WorkOrder = order;
      let device: WorkOrder = order;
      let kept: KeptChange | null = null;
      let wanted: WorkOrder["status"] = order.status;
      const change = (set: WorkOrderFields) => {
        const isSame = Object.entries(set).every(
          ([name, value]) => server[name as "crew"] === value,
        );
        if (!isSame) server = { ...server, ...set, revision: server.revision + 1 };
      };
      const send = (isCut: boolean, isLost: boolean) => {
        if (kept?.state !== "waiting") return;
        kept = { ...kept, isTried: true };
        if (isCut) return;
        if (kept.seen.revision !== server.revision) {
          kept = afterSending(kept, { kind: "conflict", answer: server, fault });
        } else {
          change(kept.set);
          if (isLost) return;
          kept = afterSending(kept, { kind: "stored", answer: server });
        }
        device = server;
      };
      for (const one of acts) {
        if (one.kind === "choose" && "status" in one) {
          wanted = one.status as WorkOrder["status"];
          kept = choose(kept, { status: wanted }, device);
        }
        if (one.kind === "other" && "crew" in one) change({ crew: one.crew });
        if (one.kind === "send") send(false, false);
        if (one.kind === "lose") send(false, true);
        if (one.kind === "cut") send(true, false);
        if (one.kind === "decide" && kept?.state === "conflict") kept = again(kept);
      }
      const crew = server.crew;
      for (let round = 0; round < 4; round += 1) {
        if (kept?.state === "conflict") kept = again(kept);
        send(false, false);
      }
      expect([kept, server.status, server.crew]).toEqual([null, wanted, crew]);
    }),
    { numRuns: 500 },
  );
});
