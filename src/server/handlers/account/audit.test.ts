// The audit trail of admins: what they find, what they export, and that downloads are in it.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { addResultPlant, type ResultPlant } from "../../../../tests/fixtures/result-plant.ts";
import { api } from "../../../api/index.ts";
import type { Endpoint } from "../../../api/endpoint.ts";
import type { AuditAction } from "../../../domain/account/audit.ts";
import type { AuditRow } from "../../../domain/account/audit-trail.ts";
import type { Document } from "../../../domain/provider/document.ts";
import { isStreamed } from "../../http/json-answer.ts";
import { endpointList } from "../../http/route.ts";
import { authorOf, writeAuditEntry } from "../../store/account/audit.ts";

let server: TestServer;
let own: ResultPlant;
let file: Document;
beforeAll(async () => {
  server = await startTestServer();
  const services = { ...server.services, db: server.database.owner.db };
  own = await addResultPlant(services, server.accounts.viewer.customer_id, "Valdesol");
  const body = new FormData();
  body.append("file", new Blob(["some text"]), "Manual.pdf");
  body.append("title", "Manual");
  file = (await server.ask(api.document.upload, "super_admin", { body })).body as Document;
});
afterAll(() => server.close());

type Query = NonNullable<Parameters<typeof server.ask<typeof api.audit.list>>[2]>["query"];
async function list(query: Query = {}, as: "super_admin" | "analyst" = "super_admin") {
  const { status, body } = await server.ask(api.audit.list, as, { query });
  expect(status).toBe(200);
  return body as { rows: AuditRow[]; total: number };
}
const write = (action: AuditAction, as: "viewer" | "other_customer", detail: object = {}) =>
  writeAuditEntry(authorOf(server.accounts[as], "r-1"), server.database.owner.db, {
    action,
    detail: { ...detail },
  });
const actions = (rows: readonly AuditRow[]) => rows.map(({ action }) => action);

describe("the audit trail", () => {
  it("is for admins of the provider", async () => {
    for (const as of ["viewer", "bare", "other_customer"] as const) {
      expect((await server.ask(api.audit.list, as)).status).toBe(403);
      expect((await server.ask(api.audit.export, as)).status).toBe(403);
    }
  });

  it("is found by user, words, action, customer and time, newest first, page by page", async () => {
    await write("update_plant", "viewer", { name: "100 % Sol" });
    await write("update_plant", "other_customer", { name: "Luna" });
    await write("sign_out", "viewer");
    const { rows, total } = await list();
    expect(actions(rows).slice(0, 3)).toEqual(["sign_out", "update_plant", "update_plant"]);
    expect(total).toBe(rows.length);
    expect(rows[2]).toMatchObject({
      user_email: server.accounts.viewer.email,
      customer_id: server.accounts.viewer.customer_id,
      customer_name: expect.stringMatching(/./),
      detail: '{"name": "100 % Sol"}',
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const { email, customer_id } = server.accounts.other_customer;
    expect((await list({ q: email })).total).toBe(1);
    expect((await list({ q: "100 % sol" })).total).toBe(1);
    expect((await list({ q: "100 _ sol" })).total).toBe(0);
    expect((await list({ action: "sign_out" })).total).toBe(1);
    expect(actions((await list({ customer_id })).rows)).toEqual(["update_plant"]);
    const at = rows[0]!.created_at;
    const since = new Date(at).toISOString();
    expect((await list({ since: new Date(Date.now() + 60_000).toISOString() })).total).toBe(0);
    expect(
      (
        await list({
          until: new Date(Date.parse(since) - 3600_000).toISOString(),
        })
      ).total,
    ).toBe(0);
    const first = await list({ limit: 2 });
    const second = await list({ limit: 2, before: first.rows[1]!.position });
    expect([...first.rows, ...second.rows]).toEqual(rows.slice(0, 4));
  });

  it("shows staff who act for a customer the entries of that customer", async () => {
    const { customer_id } = server.accounts.viewer;
    const { token } = (
      await server.ask(api.customer.switch, "analyst", {
        body: { customer_id, show_all_key_figures: false },
      })
    ).body as { token: string };
    await server.signIn("analyst");
    const answer = await server.fetch("/api/auth/audit-entries", {
      headers: { authorization: `Bearer ${token}` },
    });
    const { rows } = (await answer.json()) as { rows: AuditRow[] };
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(rows.map((row) => row.customer_id))).toEqual(new Set([customer_id]));
  });

  it("is exported as CSV with its seals, and formulas do not run", async () => {
    await write("update_plant", "viewer", { name: "=1+1" });
    const { rows } = await list({ action: "update_plant" });
    const query = { action: "update_plant" } as const;
    const answer = await server.ask(api.audit.export, "super_admin", { query });
    const lines = String(answer.body).replace("\ufeff", "").trim().split("\r\n");
    expect(lines[0]).toMatch(/^position,created_at,action,/);
    expect(lines.slice(1).map((line) => Number(line.split(",")[0]))).toEqual(
      rows.map(({ position }) => position),
    );
    for (const [at, { hash }] of rows.entries())
      expect(lines[at + 1]).toMatch(new RegExp(`${hash}$`));
    expect((await list()).rows[0]).toMatchObject({ action: "download_export" });
  });
});

it("an act of staff who act for no customer belongs to the customer of the plant", async () => {
  const { customer_id } = server.accounts.viewer;
  const author = { viewer: { account_id: 1, customer_id: null }, request_id: "r" };
  const detail = { plant_id: own.plant_id };
  await writeAuditEntry(author, server.database.owner.db, { action: "generate_coverage", detail });
  const found = await list({ action: "generate_coverage", customer_id });
  expect(found.rows.map((row) => row.customer_id)).toEqual([customer_id]);
});

describe("a download", () => {
  const download = (as: "viewer" | "analyst", init: RequestInit = {}) =>
    server.fetch(`/api/auth/doc-file/${file.id}/download`, {
      ...init,
      headers: {
        authorization: `Bearer ${server.accounts[as].token}`,
        ...init.headers,
      },
    });
  const noted = async () => (await list({ action: "download_file" })).rows;

  it("is noted with user, address and name before its bytes are sent, once in ten minutes", async () => {
    expect((await download("viewer")).status).toBe(200);
    expect((await download("viewer", { headers: { range: "bytes=4-" } })).status).toBe(200);
    const [row, ...others] = await noted();
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      user_email: server.accounts.viewer.email,
      customer_id: server.accounts.viewer.customer_id,
    });
    expect(JSON.parse(row!.detail!)).toEqual({
      address: `/api/auth/doc-file/${file.id}/download`,
      file_name: "Manual.pdf",
      document_id: file.id,
    });
    await download("analyst");
    expect((await noted()).length).toBe(2);
    server.clock.now = Date.now() + 10 * 60_000;
    await download("viewer");
    server.clock.now = undefined;
    expect((await noted()).length).toBe(3);
  });

  it("is not noted where nothing is sent, and never with its token", async () => {
    const before = (await noted()).length;
    await download("viewer", { method: "HEAD" });
    expect(
      (
        await server.ask(api.document.download, "viewer", {
          params: { id: 999 },
        })
      ).status,
    ).toBe(404);
    expect((await noted()).length).toBe(before);
    const url = `/api/auth/doc-file/${file.id}/download?x=1`;
    const { body } = await server.ask(api.session.generateUrlToken, "bare", {
      body: { url },
    });
    const { url_token } = body as { url_token: string };
    await server.fetch(`${url}&url_token=${url_token}`);
    expect((await list({ q: url_token })).total).toBe(0);
  });

  it("of many values of an analysis is one entry in an hour", async () => {
    const params = { id: own.plant_id };
    for (const csv of ["0", "1"] as const) {
      const asked = { params, query: { csv } };
      expect((await server.ask(api.geoVisual.components, "viewer", asked)).status).toBe(200);
    }
    const { rows } = await list({ action: "view_values" });
    expect(rows.length).toBe(1);
    expect(JSON.parse(rows[0]!.detail!)).toMatchObject({
      plant_id: own.plant_id,
    });
  });

  it("of any kind is declared as one, or has a reason", () => {
    const silent: Readonly<Record<string, string>> = {
      "droneApp.download": "an app, without a session",
      "customer.logo": "shown in every header",
      "customer.brandLogo": "shown in every header",
    };
    const undeclared = endpointList(api)
      .filter(
        ([, , endpoint]: [string, string, Endpoint]) => isStreamed(endpoint) && !endpoint.download,
      )
      .map(([noun, name]) => `${noun}.${name}`);
    expect(undeclared.toSorted()).toEqual(Object.keys(silent).toSorted());
  });
});
