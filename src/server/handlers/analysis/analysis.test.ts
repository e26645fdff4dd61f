import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { storeHolding, type Holding } from "../../../../tests/fixtures/plants.ts";
import { api } from "../../../api/index.ts";
import type { Analysis } from "../../../domain/analysis/analysis.ts";
import { analysis } from "../../store/schema/plant.ts";

let server: TestServer;
let own: Holding;
beforeAll(async () => {
  server = await startTestServer();
  own = await storeHolding(server, server.accounts.viewer.customer_id, "Andasol");
  await storeHolding(server, server.accounts.other_customer.customer_id, "Kaxu");
});
afterAll(() => server.close());

const reason = (body: unknown) =>
  (body as { problems?: { reason: string }[] }).problems?.[0]?.reason;
const form = (name = "Spring survey") => ({
  plant_id: own.plant_id,
  name,
  flown_at: "2026-05-01T08:00:00+02:00",
});

describe("analyses", () => {
  it("are the released ones of the customer's plants for its users, newest first", async () => {
    const seen = async (as: "viewer" | "analyst") =>
      ((await server.ask(api.analysis.list, as)).body as Analysis[]).map(({ name }) => name);
    expect(await seen("viewer")).toEqual(["Andasol released"]);
    expect(await seen("analyst")).toHaveLength(6);
    const { body } = await server.ask(api.analysis.listForView, "viewer", {
      params: { id: own.plant_id },
    });
    expect(body).toMatchObject([{ id: own.released_id, key_figure_ids: [1] }]);
  });

  it("do not show the notes of staff to the customer in any answer", async () => {
    await server.database.owner.db
      .update(analysis)
      .set({ notes: "Ask for money before the release" })
      .where(eq(analysis.id, own.released_id));
    const params = { id: own.released_id };
    const plant = { params: { id: own.plant_id } };
    const notesFor = async (as: "viewer" | "tenant" | "analyst") => {
      const read = await server.ask(api.analysis.read, as, { params });
      const lists = await Promise.all([
        server.ask(api.analysis.list, as),
        server.ask(api.analysis.listForView, as, plant),
      ]);
      const all = [read, ...lists].flatMap(({ body }) => body as Analysis | Analysis[]);
      return all.filter(({ id }) => id === own.released_id).map(({ notes }) => notes);
    };
    expect(await notesFor("viewer")).toEqual(["", "", ""]);
    // Every permission does not make a customer's user staff.
    expect(await notesFor("tenant")).toEqual(["", "", ""]);
    expect(await notesFor("analyst")).toEqual(Array(3).fill("Ask for money before the release"));
  });

  it("are visible to the customer only while they are released", async () => {
    const read = async () =>
      (await server.ask(api.analysis.read, "viewer", { params: { id: own.unreleased_id } })).status;
    const set = (visibility: "released" | "invisible") =>
      server.ask(api.analysis.setVisibility, "analyst", {
        params: { id: own.unreleased_id },
        body: { visibility },
      });
    expect(await read()).toBe(404);
    const released = await set("released");
    expect((released.body as Analysis).released_at).toMatch(/^\d{4}-/);
    expect(await read()).toBe(200);
    await set("invisible");
    expect(await read()).toBe(404);
  });

  it("exist once per plant until complete, also with simultaneous requests", async () => {
    const create = () => server.ask(api.analysis.create, "analyst", { body: form() });
    const answers = await Promise.all([create(), create(), create()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(reason(refused?.body)).toBe("analysis_incomplete");
    const made = answers.find(({ status }) => status === 200)?.body as Analysis;
    expect(made).toMatchObject({ state: "EMPTY", visibility: "not_released", key_figure_ids: [] });
    expect(Date.parse(made.flown_at)).toBe(Date.parse("2026-05-01T06:00:00Z"));

    const empty = await server.ask(api.analysis.setVisibility, "analyst", {
      params: { id: made.id },
      body: { visibility: "released" },
    });
    expect([empty.status, reason(empty.body)]).toEqual([409, "analysis_without_result"]);

    const removed = await server.ask(api.analysis.remove, "analyst", { params: { id: made.id } });
    expect(removed.status).toBe(200);
    expect((await create()).status).toBe(200);
  });

  it("cannot be deleted after the release", async () => {
    const params = { id: own.released_id };
    const { status, body } = await server.ask(api.analysis.remove, "analyst", { params });
    expect([status, reason(body)]).toEqual([409, "analysis_released"]);
  });

  it("get their state from staff, not from customers, with an audit entry", async () => {
    const change = (as: "viewer" | "analyst") =>
      server.ask(api.analysis.setState, as, {
        params: { id: own.unreleased_id },
        body: { state: "PROCESSING" },
      });
    expect((await change("viewer")).status).toBe(403);
    expect((await change("analyst")).body).toMatchObject({ state: "PROCESSING" });
    const { rows } = await server.database.owner.pool.query(
      "select detail from audit_entry where action = 'set_analysis_state'",
    );
    expect(rows).toEqual([
      { detail: { analysis_id: own.unreleased_id, from: "FINISHED", to: "PROCESSING" } },
    ]);
  });

  it("cannot be created for a plant that the viewer does not see", async () => {
    const { status, body } = await server.ask(api.analysis.create, "tenant", {
      body: { ...form(), plant_id: 999_999 },
    });
    expect([status, reason(body)]).toEqual([400, "plant_unknown"]);
  });
});

describe("a task", () => {
  it("reports its failure in the requested language", async () => {
    const { body } = await server.ask(
      api.task.read,
      "viewer",
      { params: { id: own.task_id } },
      { "accept-language": "pt" },
    );
    expect(body).toMatchObject({
      state: "FAILED",
      output: { error: "A usina não tem gêmeo digital.", problems: [{ reason: "twin_missing" }] },
    });
  });
});

describe("the question before a release", () => {
  type Effect = { viewers: { email: string; is_recipient: boolean }[]; values: number };
  const idOf = async () => {
    const { body } = await server.ask(api.analysis.list, "analyst");
    return (body as Analysis[]).find(({ plant_id }) => plant_id === own.plant_id)!.id;
  };
  const effect = async () => {
    const params = { id: await idOf() };
    const { status, body } = await server.ask(api.analysis.releaseEffect, "analyst", { params });
    expect(status).toBe(200);
    return body as Effect;
  };
  const emails = async () => (await effect()).viewers.map(({ email }) => email);
  const query = (text: string, values: unknown[] = []) =>
    server.database.owner.pool.query(text, values);

  it("names the customer's users who see the plant, and no others", async () => {
    const { viewer, other_customer } = server.accounts;
    const { rows } = await query(
      `select a.email from account a join role r on r.id = a.role_id
        where a.customer_id = $1 and a.deleted_at is null and not a.locked
          and 'READ_ANALYSIS_RESULT' = any(r.permissions)`,
      [viewer.customer_id],
    );
    const all = rows.map(({ email }: { email: string }) => email);
    expect(all).toContain(viewer.email);
    expect((await emails()).toSorted()).toEqual(all.toSorted());
    expect(await emails()).not.toContain(other_customer.email);

    const account = "(select id from account where email = $1)";
    await query(`insert into account_plant values (${account}, $2)`, [viewer.email, 999_999]);
    expect(await emails()).not.toContain(viewer.email);
    await query(`insert into account_plant values (${account}, $2)`, [viewer.email, own.plant_id]);
    expect(await emails()).toContain(viewer.email);
    await query(`delete from account_plant where account_id = ${account}`, [viewer.email]);

    await query("update account set locked = true where email = $1", [viewer.email]);
    expect(await emails()).not.toContain(viewer.email);
    await query("update account set locked = false where email = $1", [viewer.email]);
    await query(
      `insert into release_mail_recipient (customer_id, account_id)
      select customer_id, id from account where email = $1`,
      [viewer.email],
    );
    const { viewers } = await effect();
    expect(viewers.filter((one) => one.is_recipient).map(({ email }) => email)).toEqual([
      viewer.email,
    ]);
  });

  it("is for those who may release", async () => {
    const params = { id: await idOf() };
    const { status } = await server.ask(api.analysis.releaseEffect, "viewer", { params });
    expect(status).toBe(403);
  });
});
