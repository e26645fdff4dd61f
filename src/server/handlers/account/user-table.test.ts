// New users from a table: shown, invited all or none, and never with more than the importing user has.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { and, eq, isNull } from "drizzle-orm";
import {
  startTestServer,
  type AccountKey,
  type TestServer,
} from "../../../../tests/fixtures/http.ts";
import { storeHolding, type Holding } from "../../../../tests/fixtures/plants.ts";
import { api } from "../../../api/index.ts";
import type { ErrorAnswer } from "../../../domain/error-shape.ts";
import type { TablePreview } from "../../../domain/file-preview/table-preview.ts";
import { account, accountPlant, auditEntry, customer, role } from "../../store/schema/account.ts";
import { book, row } from "../../table-file/book.fixture.ts";

let server: TestServer;
let seen: Holding;
let hidden: Holding;
let customer_id: number;
const roles = new Map<string, number>();
beforeAll(async () => {
  server = await startTestServer();
  const { tenant } = server.accounts;
  customer_id = tenant.customer_id;
  seen = await storeHolding(server, customer_id, "Andasol");
  hidden = await storeHolding(server, customer_id, "Valle, Sur");
  for (const one of await db().select().from(role)) roles.set(one.key, one.id);
  await db()
    .update(account)
    .set({ role_id: roles.get("customer_admin") ?? 0 })
    .where(eq(account.id, tenant.id));
});
afterAll(() => server.close());
beforeEach(async () => {
  server.mails.splice(0);
  await limit(null);
});

const db = () => server.database.owner.db;
async function limit(plant_ids: readonly number[] | null) {
  const { id } = server.accounts.tenant;
  await db().delete(accountPlant).where(eq(accountPlant.account_id, id));
  for (const plant_id of plant_ids ?? []) {
    await db().insert(accountPlant).values({ account_id: id, plant_id });
  }
  await server.signIn("tenant");
}

type Table = string | Uint8Array;
function formOf(table: Table, mapping?: object, name = "users.csv") {
  const body = new FormData();
  if (mapping) body.append("mapping", JSON.stringify(mapping));
  body.append("file", new File([table as BlobPart], name));
  return body;
}
const ask = (
  call: "previewFile" | "importFile",
  as: AccountKey,
  of: number,
  ...table: Parameters<typeof formOf>
) =>
  server.ask(api.user[call], as, {
    query: { customer_id: String(of) },
    body: formOf(...table),
  } as never);
async function preview(...table: Parameters<typeof formOf>): Promise<TablePreview> {
  const answer = await ask("previewFile", "tenant", customer_id, ...table);
  expect([answer.status, answer.body]).toEqual([200, answer.body]);
  return answer.body as TablePreview;
}
const send = (...table: Parameters<typeof formOf>) =>
  ask("importFile", "tenant", customer_id, ...table);
const problems = (body: unknown) =>
  ((body as ErrorAnswer).problems ?? []).map(({ reason, line, field, cell }) => [
    reason,
    line ?? cell,
    field,
  ]);
const usersOf = () =>
  db()
    .select()
    .from(account)
    .where(and(eq(account.customer_id, customer_id), isNull(account.deleted_at)));
const plantsOf = async (id: number) =>
  (await db().select().from(accountPlant).where(eq(accountPlant.account_id, id)))
    .map(({ plant_id }) => plant_id)
    .toSorted((a, b) => a - b);
const minimal = "email,first_name,last_name";
const lines = (...rows: string[]) => rows.join("\r\n");

describe("users from a table", () => {
  it("are shown first, without a row or an e-mail, then all are invited", async () => {
    const text = lines(
      "Apellidos;Nombre;Correo electrónico;Rol;Idioma;Plantas",
      "Ruiz;Ana;Ana.Ruiz@Sol.example;Administrador del cliente;español;todas",
      'Vega;Luis;luis@sol.example;customer_user;pt-BR;"andasol;Valle, Sur"',
      "Sanz;Eva;eva@sol.example;Customer user;en;ninguna",
    );
    const admin = roles.get("customer_admin");
    const spanish = text.replace("Administrador del cliente", "customer admin");
    const before = await usersOf();
    expect(await preview(spanish)).toMatchObject({
      row_count: 3,
      result_count: 3,
      faults: [],
      notes: [],
      mapping: { email: "Correo electrónico", plants: "Plantas" },
    });
    expect([await usersOf(), server.mails]).toEqual([before, []]);
    const done = { count: 3, unmailed: [], notes: [] };
    expect(await send(spanish)).toMatchObject({ status: 200, body: done });
    const made = (await usersOf()).filter(({ email }) => email.endsWith("@sol.example"));
    const byEmail = new Map(made.map((one) => [one.email, one]));
    expect(byEmail.get("ana.ruiz@sol.example")).toMatchObject({
      first_name: "Ana",
      last_name: "Ruiz",
      role_id: admin,
      locale: "es",
      state: "PENDING",
    });
    expect(byEmail.get("luis@sol.example")).toMatchObject({ locale: "pt" });
    const ids = ["ana.ruiz@sol.example", "luis@sol.example", "eva@sol.example"].map(
      (email) => byEmail.get(email)?.id ?? 0,
    );
    // No row is "all plants", the plant 0 is none.
    expect(await Promise.all(ids.map(plantsOf))).toEqual([
      [],
      [seen.plant_id, hidden.plant_id].toSorted((a, b) => a - b),
      [0],
    ]);
    expect(server.mails.map(({ to }) => to).toSorted()).toEqual([...byEmail.keys()].toSorted());
    const isCreated = eq(auditEntry.action, "user_created");
    const entries = await db().select().from(auditEntry).where(isCreated).orderBy(auditEntry.id);
    const created = entries.map(({ detail }) => (detail as { user_id: number }).user_id);
    expect(created).toEqual(expect.arrayContaining(ids));
    // As the entry of a single invitation has it: the key, and no number that another database gives to another role.
    const own = entries.filter(({ detail }) =>
      ids.includes((detail as { user_id: number }).user_id),
    );
    const roleOf = ({ detail }: (typeof own)[number]) => (detail as { role?: string }).role;
    expect(own.map(roleOf).toSorted()).toEqual([
      "customer_admin",
      "customer_user",
      "customer_user",
    ]);
    expect((await send(spanish)).status).toBe(422);
  });

  it("are refused with the line and the field of each fault, and none of them is stored", async () => {
    const taken = server.accounts.viewer.email;
    const text = lines(
      "email,first name,last name,role,language,plants",
      "one@fault.example,Ana,Ruiz,customer_user,en,all",
      "no address,Ana,Ruiz,customer_user,en,all",
      "two@fault.example,,Ruiz,customer_user,en,all",
      "three@fault.example,Ana,Ruiz,boss,en,all",
      "four@fault.example,Ana,Ruiz,customer_user,klingon,all",
      "five@fault.example,Ana,Ruiz,customer_user,en,",
      "six@fault.example,Ana,Ruiz,customer_user,en,Nowhere",
      "ONE@fault.example,Ana,Ruiz,customer_user,en,all",
      `${taken},Ana,Ruiz,customer_user,en,all`,
      "seven@fault.example,Ana,Ruiz,super_admin,en,all",
      "eight@fault.example,Ana,Ruiz,customer_user,en,all,more",
    );
    const faulty = problems((await send(text)).body);
    expect(faulty).toEqual([["csv_field_count", 12, undefined]]);
    const rest = text.split("\r\n").slice(0, -1).join("\r\n");
    const expected = [
      ["table_cell", 3, "email"],
      ["field_missing", 4, "first_name"],
      ["users_role", 5, "role"],
      ["users_language", 6, "locale"],
      ["users_plants_blank", 7, "plants"],
      ["users_plant_unknown", 8, "plants"],
      ["users_twice", 9, "email"],
      ["users_taken", 10, "email"],
      ["role_for_staff", 11, "role"],
    ];
    const before = await usersOf();
    expect(problems((await send(rest)).body)).toEqual(expected);
    const shown = await preview(rest);
    expect(problems({ problems: shown.faults })).toEqual(expected);
    expect(shown.faults.every(({ message }) => /^[“A-Z\w]/.test(message ?? ""))).toBe(true);
    expect([await usersOf(), server.mails]).toEqual([before, []]);
  });

  it("with an address that a user of another customer has are refused whole, with its line alone", async () => {
    const text = lines(
      minimal,
      "nine@fault.example,Ana,Ruiz",
      `${server.accounts.other_customer.email},Ana,Ruiz`,
      `${server.accounts.analyst.email},Ana,Ruiz`,
    );
    // The preview does not say which addresses others have.
    expect((await preview(text)).faults).toEqual([]);
    const before = await usersOf();
    const sent = await send(text);
    expect([sent.status, problems(sent.body)]).toEqual([422, [["users_taken", 3, "email"]]]);
    expect([await usersOf(), server.mails]).toEqual([before, []]);
  });

  it("get the fewest rights where the table does not say them, and the preview says so", async () => {
    const text = lines(minimal, "usual@sol.example,Ana,Ruiz");
    const { notes } = await preview(text);
    expect(notes.map(({ reason }) => reason)).toEqual([
      "users_usual_role",
      "users_all_plants",
      "users_own_language",
    ]);
    expect((await send(text)).status).toBe(200);
    const [made] = await db().select().from(account).where(eq(account.email, "usual@sol.example"));
    expect(made?.role_id).toBe(roles.get("customer_user"));
  });

  it("cannot have more than the seats of the customer", async () => {
    const used = (await usersOf()).length;
    const set = (user_limit: number) =>
      db().update(customer).set({ user_limit }).where(eq(customer.id, customer_id));
    const rows = [1, 2].map((at) => `seat${at}@sol.example,Ana,Ruiz`);
    const text = lines(minimal, ...rows);
    await set(used + 1);
    expect((await preview(text)).faults).toMatchObject([
      { reason: "users_no_seats", values: { wanted: 2, free: 1 } },
    ]);
    expect((await send(text)).status).toBe(422);
    await set(used + 2);
    expect((await send(text)).body).toMatchObject({ count: 2 });
    await set(1000);
  });

  it("are understood by the columns that were named in an earlier import, in a workbook too", async () => {
    const sheets = {
      Staff:
        row(1, ["Kontakt", "Vorname", "Nachname"]) + row(2, ["kurt@sol.example", "Kurt", "Klein"]),
    };
    const table = new Uint8Array(book({ sheets }));
    const unread = await preview(table, undefined, "users.xlsx");
    expect(unread.faults.map(({ reason }) => reason)).toContain("table_column_missing");
    const mapping = { email: "Kontakt", first_name: "Vorname", last_name: "Nachname" };
    expect(await preview(table, mapping, "users.xlsx")).toMatchObject({ result_count: 1 });
    expect((await send(table, mapping, "users.xlsx")).body).toMatchObject({ count: 1 });
    const next = lines("Kontakt,Vorname,Nachname", "karl@sol.example,Karl,Klein");
    expect(await preview(next)).toMatchObject({
      mapping_source: "remembered",
      said: mapping,
      result_count: 1,
    });
  });
});

describe("an administrator with some plants", () => {
  it("gives neither all plants, nor others, nor a role above the own", async () => {
    await limit([seen.plant_id]);
    await db()
      .insert(role)
      .values({ key: "sees_all", permissions: ["READ_ALL_PLANT", "READ_PLANT"] as never })
      .onConflictDoNothing();
    const head = "email,first_name,last_name,role,plants";
    const user = (role_key: string, plants: string) =>
      `a${plants.length}${role_key}@limit.example,Ana,Ruiz,${role_key},${plants}`;
    const bad = lines(
      head,
      user("customer_user", "all"),
      user("customer_user", '"Valle, Sur"'),
      user("sees_all", "Andasol"),
    );
    const found = [
      ["plants_above_own", 2, "plants"],
      ["users_plant_unknown", 3, "plants"],
      ["role_above_own", 4, "role"],
    ];
    const before = await usersOf();
    expect(problems({ problems: (await preview(bad)).faults })).toEqual(found);
    expect(problems((await send(bad)).body)).toEqual(found);
    // Without a column of plants it would be all.
    const none = lines(minimal, "b@limit.example,Ana,Ruiz");
    expect(problems((await send(none)).body)).toEqual([["plants_above_own", 2, "plants"]]);
    expect([await usersOf(), server.mails]).toEqual([before, []]);
    expect((await send(lines(head, user("customer_user", "Andasol")))).body).toMatchObject({
      count: 1,
    });
  });

  it("reaches no other customer, and users without the permission none", async () => {
    const text = lines(minimal, "c@limit.example,Ana,Ruiz");
    const other = server.accounts.other_customer.customer_id;
    for (const call of ["previewFile", "importFile"] as const) {
      const foreign = await ask(call, "tenant", other, text);
      expect([foreign.status, problems(foreign.body)]).toEqual([
        400,
        [["customer_unknown", undefined, "customer_id"]],
      ]);
      expect((await ask(call, "bare", customer_id, text)).status).toBe(403);
    }
  });
});
