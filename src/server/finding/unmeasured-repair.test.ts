// A survey says of a repair only what it has measured, over HTTP on a real database.
import { afterAll, beforeAll, expect, it } from "vitest";
import { BROKEN, HEALTHY, HOT, openFindingHost } from "../../../tests/fixtures/finding-host.ts";
import type { FindingHost } from "../../../tests/fixtures/finding-host.ts";
import { api } from "../../api/index.ts";
import { findingLife } from "../store/schema/finding-life.ts";

let host: FindingHost;
let day = 2100;
beforeAll(async () => {
  host = await openFindingHost("Unmeasured");
});
afterAll(() => host.server.close());
const nextDay = () => `${(day += 1)}-01-01`;
const [WHOLE, BROKE] = [0, 1];

/** Two modules with broken glass and a hot one; all are done but the second. */
async function repaired(): Promise<number> {
  await host.server.database.owner.db.delete(findingLife);
  const glass = { glass_breakage: [BROKE, BROKE, WHOLE] };
  const first = await host.survey(`First ${day}`, nextDay(), [BROKEN, BROKEN, HOT], glass);
  await host.show(first, "released");
  for (const [index, seen] of [BROKEN, BROKEN].entries()) {
    const findings = [{ ...host.place(index, seen), revision: 0 }];
    const asked = { params: { id: first }, body: { findings, set: { crew: "North" } } };
    const { status } = await host.server.ask(api.findingLife.change, "viewer", asked);
    expect(status).toBe(200);
  }
  await host.set(first, 0, { status: "done" });
  await host.set(first, 2, { status: "done" });
  return first;
}

const shown = async () =>
  Promise.all(
    [0, 1, 2].map(async (index) => {
      const one = await host.find(index);
      return [one?.status, one?.severity, one?.analysis_id];
    }),
  );

it("does not verify broken glass by an infrared survey that found the module not warm", async () => {
  const first = await repaired();
  const thermal = await host.survey("Thermal", nextDay(), [HEALTHY, HEALTHY, HEALTHY]);
  await host.show(thermal, "released");
  expect(await shown()).toEqual([
    ["done", 3, first],
    ["assigned", 3, first],
    ["verified", 0, thermal],
  ]);
});

it("verifies it by a survey that saw the glass", async () => {
  await repaired();
  const seen = { glass_breakage: [WHOLE, null, null] };
  const visible = await host.survey("Visible", nextDay(), [HEALTHY, HEALTHY, HEALTHY], seen);
  await host.show(visible, "released");
  expect((await shown()).map(([status]) => status)).toEqual(["verified", "assigned", "verified"]);
});
