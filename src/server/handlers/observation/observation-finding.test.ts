// An observation that names a finding of its component, over HTTP on a real database.
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { reasons, workOrderHost } from "../../../../tests/fixtures/work-order-host.ts";
import type { AccountKey } from "../../../../tests/fixtures/http.ts";
import { api } from "../../../api/index.ts";
import type { Observation } from "../../../domain/observation/observation.ts";

let host: Awaited<ReturnType<typeof workOrderHost>>;
beforeAll(async () => {
  host = await workOrderHost("hotspot");
});
afterAll(() => host.server.close());

/** A tracker is "stuck" by 1, and has no class 10. */
const HOTSPOT = 10;

async function ask(dt_id: string, fault_type: number | undefined, as: AccountKey = "viewer") {
  const body = {
    observed_at: "2026-11-20T09:30:00Z",
    notes: "Burn mark",
    dt_id,
    ...(fault_type === undefined ? {} : { fault_type }),
  };
  return host.server.ask(api.observation.create, as, { params: host.params, body });
}
const made = async (dt_id: string, fault_type?: number) => {
  const { status, body } = await ask(dt_id, fault_type);
  expect(status).toBe(200);
  return body as Observation;
};
const module = (index: number) => host.plant.moduleId(index);
const move = async ({ id, revision }: Observation, dt_id: string, fault_type?: number) => {
  const about = fault_type === undefined ? {} : { fault_type };
  const asked = { params: { id }, body: { base_revision: revision, dt_id, ...about } };
  return (await host.server.ask(api.observation.move, "viewer", asked)).body as Observation;
};

it("names a finding of which nothing was decided, and goes on to name it when it is changed", async () => {
  expect((await made(module(0))).fault_type).toBeNull();
  const one = await made(module(0), HOTSPOT);
  expect(one.fault_type).toBe(HOTSPOT);
  expect(await host.lives("viewer")).toEqual([]);
  const changed = await host.server.ask(api.observation.update, "viewer", {
    params: { id: one.id },
    body: { base_revision: one.revision, observed_at: one.observed_at, notes: "Soot" },
  });
  expect(changed.body).toMatchObject({ notes: "Soot", fault_type: HOTSPOT });
  const listed = await host.server.ask(api.observation.list, "viewer", { params: host.params });
  const all = (listed.body as { observations: Observation[] }).observations;
  expect(all.map(({ fault_type }) => fault_type).toSorted()).toEqual([HOTSPOT, null]);
});

it("names a fault without a name by 0, and none that its component cannot have", async () => {
  expect((await made(module(1), 0)).fault_type).toBe(0);
  const refused = await ask("T0", HOTSPOT);
  expect([refused.status, reasons(refused.body)]).toEqual([400, [["observation_fault", null]]]);
  expect((await made("T0", 1)).fault_type).toBe(1);
  // A tracker group has no fault types at all.
  expect((await ask("G0", 1)).status).toBe(400);
});

it("names the same fault at another module, and none at a component of another type", async () => {
  const one = await made(module(2), HOTSPOT);
  const moved = await move(one, module(3));
  expect(moved.fault_type).toBe(HOTSPOT);
  expect((await move(moved, "T0")).fault_type).toBeNull();
});

it("is for those who may write observations", async () => {
  expect((await ask(module(4), HOTSPOT, "bare")).status).toBe(403);
  expect((await ask(module(4), HOTSPOT, "other_customer")).status).toBe(404);
});

it("names it again after it was deleted and put back", async () => {
  const one = await made(module(5), HOTSPOT);
  const { id } = one;
  await host.server.ask(api.observation.remove, "viewer", { params: { id }, query: {} });
  const restored = await host.server.ask(api.observation.restore, "viewer", {
    params: { ...host.params, observation_id: id },
  });
  expect(restored.body).toMatchObject({ fault_type: HOTSPOT });
});

it("is named in the exported file, in the trail of a move, and again where the move is undone", async () => {
  const one = await made(module(6), HOTSPOT);
  const nameless = await made(module(7), 0);
  const path = `/api/auth/plant/${host.params.id}/observations/export?format=geojson`;
  const headers = { authorization: `Bearer ${host.server.accounts.viewer.token}` };
  const { features } = (await (await host.server.fetch(path, { headers })).json()) as {
    features: { properties: { id: number; finding_fault_type: string | null } }[];
  };
  const named = new Map(features.map(({ properties: of }) => [of.id, of.finding_fault_type]));
  expect([named.get(one.id), named.get(nameless.id)]).toEqual(["hotspot", "unnamed"]);

  const moved = await move(one, "T0");
  const { rows } = await host.server.database.owner.db.execute(
    sql`select detail from audit_entry where action = 'move_observation' order by id desc limit 1`,
  );
  expect(rows).toMatchObject([{ detail: { before: { dt_id: module(6), fault_type: HOTSPOT } } }]);
  const back = await move(moved, module(6), HOTSPOT);
  expect(back).toMatchObject({
    fault_type: HOTSPOT,
    fieldgeometry_component: { dt_id: module(6) },
  });
  const wrong = await host.server.ask(api.observation.move, "viewer", {
    params: { id: back.id },
    body: { base_revision: back.revision, dt_id: "T0", fault_type: HOTSPOT },
  });
  expect([wrong.status, reasons(wrong.body)]).toEqual([400, [["observation_fault", null]]]);
});
