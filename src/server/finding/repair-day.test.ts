// Verdicts of a survey compare its day at the plant with the day of the repair, not with when somebody wrote that down.
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import {
  HEALTHY,
  HOT,
  openFindingHost,
  type FindingHost,
  type SeenModule,
} from "../../../tests/fixtures/finding-host.ts";
import { findingLife } from "../store/schema/finding-life.ts";

let host: FindingHost;
let first: number;
beforeAll(async () => {
  host = await openFindingHost("Repaired");
  first = await host.survey("First", "2026-04-01", [HOT]);
  await host.show(first, "released");
});
beforeEach(() => host.server.database.owner.db.delete(findingLife));
afterAll(() => host.server.close());

let number = 0;
/** The status after a survey that was flown at 10:00 UTC on a day. */
async function judged(
  { done_on, said }: { done_on?: string; said: string },
  [flown, seen]: readonly [string, SeenModule],
) {
  host.server.clock.now = Date.parse(said);
  await host.set(first, 0, { status: "done", ...(done_on !== undefined && { done_on }) });
  number += 1;
  const next = await host.survey(`Next ${number}`, flown, [seen]);
  await host.show(next, "released");
  const { status, returned } = (await host.find(0))!;
  await host.show(next, "not_released");
  return returned ? "returned" : status;
}

it.each([
  ["flown after the repair, which was written down later", "2026-05-05", "returned", "verified"],
  ["flown before the repair", "2026-05-12", "done", "done"],
  ["flown on the day of the repair, which was written down later", "2026-05-10", "done", "done"],
])("%s", async (_, done_on, broken, healthy) => {
  const said = "2026-05-15T12:00:00Z";
  expect(await judged({ done_on, said }, ["2026-05-10", HOT])).toBe(broken);
  await host.server.database.owner.db.delete(findingLife);
  expect(await judged({ done_on, said }, ["2026-05-10", HEALTHY])).toBe(healthy);
});

it("flown on the day of the repair, after that was said", async () => {
  const repair = { done_on: "2026-05-10", said: "2026-05-10T09:59:00Z" };
  expect(await judged(repair, ["2026-05-10", HEALTHY])).toBe("verified");
});

it("flown on the day of the repair, before that was said", async () => {
  const repair = { said: "2026-05-10T10:01:00Z" };
  expect(await judged(repair, ["2026-05-10", HEALTHY])).toBe("done");
});

it("has days of the plant's clock, not of UTC", async () => {
  // Flown at 6 o'clock on the 10th; at 2 o'clock UTC on the 11th it is still the 10th at the plant.
  const evening = { said: "2026-05-11T02:00:00Z" };
  expect(await judged(evening, ["2026-05-10", HEALTHY])).toBe("done");
  expect((await host.find(0))?.done_on).toBe("2026-05-10");
});

it("without a day, it is when people said so", async () => {
  const { db } = host.server.database.owner;
  for (const [said, wanted] of [
    ["2026-05-10T09:00:00Z", "verified"],
    ["2026-05-10T11:00:00Z", "done"],
  ] as const) {
    await db.delete(findingLife);
    host.server.clock.now = Date.parse(said);
    await host.set(first, 0, { status: "done" });
    // As versions stored it that did not ask for the day.
    await db.update(findingLife).set({ done_on: null });
    const next = await host.survey(`Old ${wanted}`, "2026-05-10", [HEALTHY]);
    await host.show(next, "released");
    expect((await host.find(0))?.status).toBe(wanted);
    await host.show(next, "not_released");
  }
});
