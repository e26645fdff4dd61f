// How much is done with access tokens, from where, and who sees it.
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { accessTokenHost } from "../../../tests/fixtures/access-token-host.ts";
import type { AccountKey } from "../../../tests/fixtures/http.ts";
import { patient } from "../../../tests/fixtures/patience.ts";
import { api } from "../../api/index.ts";
import type { AccessToken } from "../../domain/account/access-token.ts";
import { keyFigureByKey } from "../../domain/key-figure/key-figure.ts";
import type { WorkOrder } from "../../domain/work-order/work-order.ts";
import { auditEntry } from "../store/schema/account.ts";
import { writeColumns } from "../store/plant/column/column.ts";
import { accessLimits } from "./access-caller.ts";

const calls = api.accessToken;
let tokens: Awaited<ReturnType<typeof accessTokenHost>>;
beforeAll(async () => {
  tokens = await accessTokenHost();
});
afterAll(() => tokens.host.server.close());
beforeEach(() => tokens.clear());

describe("an access token", () => {
  it(
    "is refused beyond its calls of a minute, and wrong ones beyond those of a network",
    async () => {
      const { secret } = await tokens.make();
      const statuses: number[] = [];
      for (let at = 0; at <= accessLimits.requestsPerMinute; at += 1) {
        statuses.push((await tokens.ask(secret)).status);
      }
      expect(statuses.indexOf(429)).toBe(accessLimits.requestsPerMinute);
      const wrong = `${secret.slice(0, -2)}zz`;
      const tried: number[] = [];
      for (let at = 0; at <= accessLimits.wrongTokens; at += 1) {
        tried.push((await tokens.ask(wrong, "10.9.9.9")).status);
      }
      expect(tried.indexOf(429)).toBe(accessLimits.wrongTokens);
      // A right one of the same network is not refused for them.
      const other = await tokens.make();
      expect((await tokens.ask(other.secret, "10.9.9.9")).status).toBe(200);
    },
    patient(30_000),
  );

  it("notes each network that it is used from once, and what is changed with it", async () => {
    const { order } = await tokens.host.create("viewer", [0]);
    const { secret, id } = await tokens.make(["read_work_orders", "write_work_orders"]);
    await tokens.db.delete(auditEntry);
    for (const from of ["10.1.1.1", "10.1.1.1", "10.1.1.2", "10.1.1.1"])
      await tokens.ask(secret, from);
    expect(await tokens.actions()).toMatchObject([
      { action: "access_token_new_address", detail: { access_token_id: id, address: "10.1.1.1" } },
      { action: "access_token_new_address", detail: { address: "10.1.1.2" } },
    ]);
    const change = {
      ...api.workOrder.change,
      path: `/auth/plant/${tokens.host.plant.plant_id}/work-order/${order.id}/change`,
    };
    const body = {
      revision: order.revision,
      set: { status: "in_work" },
      done_ids: [],
      removed_ids: [],
    };
    expect((await tokens.askWith(secret, change, { body })).status).toBe(200);
    expect((await tokens.actions()).at(-1)).toMatchObject({
      action: "update_work_order",
      detail: { access_token_id: id },
    });
    const [changed] = JSON.parse((await tokens.ask(secret)).text) as WorkOrder[];
    expect(changed).toMatchObject({ status: "in_work" });
    const { body: listed } = await tokens.host.server.ask(calls.list, "viewer");
    expect((listed as AccessToken[])[0]!.last_used_at).not.toBeNull();
  });

  it("counts a file that it sends as one call", async () => {
    await tokens.host.create("viewer", [0]);
    const { secret, id } = await tokens.make(["write_work_orders"]);
    await tokens.db.execute(sql`delete from rate_limit`);
    const body = new FormData();
    body.append("file", new File(["order,status\nWO-1,in_work\n"], "states.csv"));
    const path = `/auth/plant/${tokens.host.plant.plant_id}/work-orders/states?apply=no`;
    const answer = await tokens.host.server.fetch(`/api${path}`, {
      method: "POST",
      bot: null,
      headers: { authorization: `Bearer ${secret}`, "x-forwarded-for": "10.1.1.1" },
      body,
    });
    expect(answer.status).toBe(200);
    const { rows } = await tokens.db.execute<{ key: string; points: number }>(
      sql`select key, points from rate_limit where key = ${`access:${id}`}`,
    );
    expect(rows.map(({ points }) => Number(points))).toEqual([1]);
  });

  it("that reads work orders alone says nothing of losses, whatever its user may see", async () => {
    const { host } = tokens;
    const watts = keyFigureByKey("power_loss")!;
    const values = new Float32Array(host.plant.modules).fill(100);
    const services = { ...host.server.services, db: host.server.database.owner.db };
    await writeColumns(services, host.released, new Map([[watts.id, values]]), { twin_version: 1 });
    await host.create("viewer", [0]);
    const path = `/auth/plant/${host.plant.plant_id}/work-orders/file?format=json`;
    const lossWith = async (scopes: Parameters<typeof tokens.make>[0]) => {
      const { secret } = await tokens.make(scopes);
      const { text } = await tokens.askWith(secret, { method: "GET", path });
      const { orders } = JSON.parse(text) as {
        orders: { findings: { component_loss_mwh: number | null }[] }[];
      };
      return orders[0]?.findings[0]?.component_loss_mwh;
    };
    expect(await lossWith(["read_work_orders"])).toBeNull();
    expect(await lossWith(["read_work_orders", "read_results"])).toBeGreaterThan(0);
  });

  it("is listed and withdrawn by who manages users of the customer, and by no other", async () => {
    const { secret, id } = await tokens.make();
    const user_id = tokens.host.server.accounts.viewer.id;
    const listed = await tokens.host.server.ask(calls.listOfUser, "super_admin", {
      params: { id: user_id },
    });
    expect(listed.body).toMatchObject([{ id, name: "Maintenance" }]);
    expect(JSON.stringify(listed.body)).not.toContain(secret.slice(-20));
    const params = { id: user_id, access_token_id: id };
    const asked = async (as: AccountKey) =>
      (await tokens.host.server.ask(calls.withdrawOfUser, as, { params })).status;
    expect(await asked("bare")).toBe(403);
    expect([403, 404]).toContain(await asked("other_customer"));
    expect((await tokens.ask(secret)).status).toBe(200);
    expect(await asked("super_admin")).toBe(200);
    expect((await tokens.ask(secret)).status).toBe(401);
  });
});
