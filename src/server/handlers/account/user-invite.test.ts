import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eq } from "drizzle-orm";
import {
  startTestServer,
  type AccountKey,
  type Answer,
  type TestServer,
} from "../../../../tests/fixtures/http.ts";
import { storeHolding, type Holding } from "../../../../tests/fixtures/plants.ts";
import { api } from "../../../api/index.ts";
import type { User } from "../../../domain/account/user.ts";
import { account, auditEntry, customer, role } from "../../store/schema/account.ts";

let server: TestServer;
let own: Holding;
let foreign: Holding;
const roles = new Map<string, number>();
beforeAll(async () => {
  server = await startTestServer();
  own = await storeHolding(server, server.accounts.viewer.customer_id, "Andasol");
  foreign = await storeHolding(server, server.accounts.other_customer.customer_id, "Kaxu");
  for (const { id, key } of await owner().select().from(role)) roles.set(key, id);
});
afterAll(() => server.close());
beforeEach(() => void server.mails.splice(0));

const owner = () => server.database.owner.db;
const idOf = (key: AccountKey) => server.accounts[key].id;
const reasons = ({ status, body }: Answer) => [
  status,
  ...((body as { problems?: { reason: string }[] }).problems ?? []).map(({ reason }) => reason),
];
const find = async (id: number) =>
  ((await server.ask(api.user.list, "analyst")).body as User[]).find((one) => one.id === id);

type Invited = { confirmation_key: string; user: User };
let made = 0;
const form = (changes: Record<string, unknown> = {}) => ({
  email: `Invited${(made += 1)}@Example.com`,
  first_name: "Ada",
  last_name: "Diaz",
  role_id: roles.get("customer_user") ?? 0,
  customer_id: server.accounts.viewer.customer_id,
  locale: "es" as const,
  ...changes,
});
const invite = (as: AccountKey, changes: Record<string, unknown> = {}) =>
  server.ask(api.user.invite, as, { body: form(changes) as never });
const resend = (as: AccountKey, id: number) =>
  server.ask(api.user.resendInvitation, as, { params: { id } });

describe("inviting", () => {
  it("creates a pending user, mails the link and returns the confirmation key", async () => {
    const answer = await invite("analyst", { email: "Ada.Diaz@Example.com" });
    expect(answer.status).toBe(200);
    const { user, confirmation_key } = answer.body as Invited;
    const { id } = user;
    expect(await find(id)).toMatchObject({
      email: "ada.diaz@example.com",
      state: "PENDING",
      role: "customer_user",
      plant_ids: null,
    });
    expect((await find(id))?.invited_at).toMatch(/^20\d\d-/);
    expect(server.mails).toHaveLength(1);
    expect(server.mails[0]?.to).toBe("ada.diaz@example.com");
    expect(server.mails[0]?.text).toContain(`/register/${confirmation_key}`);
  });

  it("reports that an address has an account, but not whose it is", async () => {
    const own = await invite("tenant", { email: "VIEWER@example.com" });
    const other = await invite("tenant", { email: "other_customer@example.com" });
    expect(own.status).toBe(409);
    expect(own.body).toMatchObject({
      code: "EMAIL_ALREADY_EXISTS",
      problems: [{ reason: "email_taken", field: "email" }],
    });
    const outcome = ({ body }: Answer) => ({ ...(body as object), request_id: "" });
    expect(outcome(other)).toEqual(outcome(own));
    expect(JSON.stringify(other.body)).not.toContain("Other Power");
  });

  it("is limited to customers that the viewer sees; others count as missing", async () => {
    const foreign = { customer_id: server.accounts.other_customer.customer_id };
    expect(reasons(await invite("tenant", foreign))).toEqual([400, "customer_unknown"]);
    expect(reasons(await invite("tenant", { customer_id: 2_000_000_000 }))).toEqual([
      400,
      "customer_unknown",
    ]);
  });

  it("refuses roles with more permissions than the inviting user, and provider roles for users of customers", async () => {
    const role_id = (key: string) => ({ role_id: roles.get(key) ?? 0 });
    const provider = { customer_id: server.accounts.analyst.customer_id };
    expect(reasons(await invite("tenant", role_id("admin")))).toEqual([400, "role_for_staff"]);
    expect(reasons(await invite("analyst", role_id("admin")))).toEqual([400, "role_for_staff"]);
    expect(reasons(await invite("analyst", role_id("tenant")))).toEqual([400, "role_above_own"]);
    expect(reasons(await invite("analyst", { ...provider, ...role_id("super_admin") }))).toEqual([
      400,
      "role_above_own",
    ]);
    expect(reasons(await invite("analyst", { role_id: 2_000_000_000 }))).toEqual([
      400,
      "role_unknown",
    ]);
    expect((await invite("analyst", { ...provider, ...role_id("admin") })).status).toBe(200);
    expect((await invite("viewer")).status).toBe(403);
  });

  it("assigns plants of that customer only", async () => {
    const answer = await invite("analyst", { plant_ids: [own.plant_id] });
    const { id } = (answer.body as Invited).user;
    expect((await find(id))?.plant_ids).toEqual([own.plant_id]);
    expect(reasons(await invite("analyst", { plant_ids: [foreign.plant_id] }))).toEqual([
      400,
      "plant_unknown",
    ]);
  });

  it("refuses unknown fields, so that no user gets more rights than intended", async () => {
    for (const extra of [
      { state: "REGISTERED" },
      { permissions: ["READ_PERMISSION"] },
      { isAdmin: true },
      { password_hash: "x" },
    ]) {
      expect(reasons(await invite("tenant", extra))).toEqual([400, "field_unknown"]);
    }
  });

  it("refuses invalid addresses and empty names", async () => {
    expect((await invite("analyst", { email: "no address" })).status).toBe(400);
    expect((await invite("analyst", { email: "a@b.c\nBcc: x@y.zz" })).status).toBe(400);
    expect((await invite("analyst", { first_name: "  " })).status).toBe(400);
  });

  it("gives the last seat to one of twenty simultaneous invitations and reports the limit to the others", async () => {
    const [made] = await owner()
      .insert(customer)
      .values({ name: "Small Power", user_limit: 3 })
      .returning({ id: customer.id });
    const customer_id = made?.id ?? 0;
    for (let seat = 0; seat < 2; seat += 1) await invite("analyst", { customer_id });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => invite("analyst", { customer_id })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200);
    for (const answer of refused) {
      expect(reasons(answer)).toEqual([409, "user_limit_reached"]);
      expect(answer.body).toMatchObject({ problems: [{ values: { total: 3, max: 3 } }] });
    }
    expect(await owner().$count(account, eq(account.customer_id, customer_id))).toBe(3);
    expect(server.mails).toHaveLength(3);
  });
});

describe("resending an invitation", () => {
  it("returns a new key, and is refused for registered or locked users", async () => {
    const { user, confirmation_key } = (await invite("analyst")).body as Invited;
    const { id } = user;
    server.clock.now = Date.now() + 20 * 60_000;
    const again = await resend("analyst", id);
    server.clock.now = undefined;
    expect(again.status).toBe(200);
    expect((again.body as { confirmation_key: string }).confirmation_key).not.toBe(
      confirmation_key,
    );
    expect(reasons(await resend("analyst", idOf("viewer")))).toEqual([
      409,
      "user_registered_already",
    ]);
    await server.ask(api.user.unLock, "analyst", { params: { id }, body: { lock: true } });
    expect(reasons(await resend("analyst", id))).toEqual([409, "user_locked"]);
    expect((await resend("tenant", idOf("other_customer"))).status).toBe(404);
  });
});

describe("an invitation that has ended", () => {
  it("lists its user as unknown, until the user is invited again", async () => {
    const { user } = (await invite("analyst")).body as Invited;
    const { id } = user;
    const invited = (days: number) =>
      owner()
        .update(account)
        .set({ invited_at: new Date(Date.now() - days * 24 * 3600_000).toISOString() })
        .where(eq(account.id, id));
    await invited(6.9);
    expect(await find(id)).toMatchObject({ state: "PENDING" });
    await invited(7.1);
    expect(await find(id)).toMatchObject({ state: "UNKNOWN" });
    server.clock.now = Date.now() + 20 * 60_000;
    expect((await resend("analyst", id)).status).toBe(200);
    server.clock.now = undefined;
    expect(await find(id)).toMatchObject({ state: "PENDING" });
  });
});

describe("changing a role", () => {
  const change = (as: AccountKey, id: number, key: string, security_code: string) =>
    server.ask(api.user.changeRole, as, {
      params: { id },
      body: { role_id: roles.get(key) ?? 0, security_code },
    });
  async function code(as: AccountKey): Promise<string> {
    server.mails.splice(0);
    // A code a minute is enough for people; here many follow each other.
    server.clock.now = (server.clock.now ?? Date.now()) + 5 * 60_000;
    await server.ask(api.profile.requestSecurityCode, as);
    const text = server.mails.at(-1)?.text ?? "";
    return /\d{4} ?\d{4}/.exec(text)?.[0] ?? "";
  }

  it("needs the security code of the acting user, which can be used once", async () => {
    const id = idOf("bare");
    expect((await change("analyst", id, "customer_user", "00000000")).status).toBe(401);
    const right = await code("analyst");
    expect((await change("analyst", id, "customer_user", right)).body).toMatchObject({
      role: "customer_user",
    });
    expect((await change("analyst", id, "bare", right)).status).toBe(401);
    const outcome = await server.ask(api.plant.list, "bare");
    expect((outcome.body as { code: string }).code).toBe("PERMISSION_RELOAD_REQUIRED");
    await server.ask(api.session.reloadPermissions, "bare");
    expect((await server.ask(api.plant.list, "bare")).status).toBe(200);
    const entries = await owner()
      .select()
      .from(auditEntry)
      .where(eq(auditEntry.action, "user_role_changed"))
      .orderBy(auditEntry.id);
    expect(entries[0]).toMatchObject({
      account_id: idOf("analyst"),
      detail: { user_id: id, from: "bare", to: "customer_user" },
    });
    expect(JSON.stringify(entries)).not.toContain(right.replace(" ", ""));
  });

  it("is refused for oneself, for super admins, for higher roles and for provider roles", async () => {
    const staff = idOf("analyst");
    expect(reasons(await change("analyst", staff, "super_admin", "1"))).toEqual([
      409,
      "user_changes_own_role",
    ]);
    expect(reasons(await change("analyst", idOf("super_admin"), "admin", "1"))).toEqual([
      409,
      "user_is_super_admin",
    ]);
    expect(reasons(await change("analyst", idOf("viewer"), "admin", "1"))).toEqual([
      400,
      "role_for_staff",
    ]);
    expect(reasons(await change("tenant", idOf("viewer"), "super_admin", "1"))).toEqual([
      400,
      "role_for_staff",
    ]);
    expect(reasons(await change("analyst", idOf("viewer"), "tenant", "1"))).toEqual([
      400,
      "role_above_own",
    ]);
  });

  it("refuses additional fields such as permissions, customer or flags", async () => {
    const attack = {
      role_id: roles.get("bare"),
      security_code: "1",
      customer_id: 2,
      isAdmin: true,
    };
    const answer = await server.ask(api.user.changeRole, "analyst", {
      params: { id: idOf("viewer") },
      body: attack as never,
    });
    expect(reasons(answer)).toEqual([400, "field_unknown"]);
  });
});
