// Mails of inboxes on a real database: at once or as one digest a day, each once, and nothing of what may not be seen.
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { addResultPlant, type ResultPlant } from "../../../tests/fixtures/result-plant.ts";
import { startTestServer, type TestServer } from "../../../tests/fixtures/http.ts";
import { firstInboxSettings, type InboxSettings } from "../../domain/inbox/inbox.ts";
import { account, accountPlant } from "../store/schema/account.ts";
import {
  findingComment,
  findingLife,
  findingMention,
  findingStep,
  findingStepChange,
} from "../store/schema/finding-life.ts";
import { inboxRead, inboxSetting } from "../store/schema/inbox.ts";
import { mailInboxes } from "./inbox-mail.ts";
import { eq } from "drizzle-orm";

let server: TestServer;
let plant: ResultPlant;
let released: number;
beforeAll(async () => {
  server = await startTestServer();
  const services = { ...server.services, db: server.database.owner.db };
  const { customer_id } = server.accounts.viewer;
  plant = await addResultPlant(services, customer_id, "Mailed", 1);
  released = await plant.addAnalysis("Autumn", "2026-10-01", { visibility: "released" });
});
beforeEach(async () => {
  const { db } = server.database.owner;
  for (const table of [findingLife, accountPlant, inboxRead, inboxSetting]) await db.delete(table);
  await db.update(account).set({ locale: "en" });
  server.mails.length = 0;
});
afterAll(() => server.close());

const MONDAY = "2026-11-30";
const at = (day: string, time: string) => `${day}T${time}:00.000Z`;

/** The viewer wants this since then. */
async function wants(ways: Partial<InboxSettings>, since = at(MONDAY, "08:00")) {
  await server.database.owner.db.insert(inboxSetting).values({
    account_id: server.accounts.viewer.id,
    ways: { ...firstInboxSettings, ...ways },
    mailed_at: since,
    digest_at: since,
  });
}
/** Somebody mentions the viewer. */
async function mention(created_at: string) {
  const { db } = server.database.owner;
  const place = { component_type: "module", dt_id: plant.moduleId(0), fault_type: 6 } as const;
  await db
    .insert(findingLife)
    .values({ plant_id: plant.plant_id, analysis_id: released, ...place })
    .onConflictDoNothing();
  const [life] = await db.select().from(findingLife);
  const { viewer, tenant } = server.accounts;
  const [comment] = await db
    .insert(findingComment)
    .values({ finding_id: life!.id, account_id: tenant.id, message: "Look", created_at })
    .returning();
  const mentioned = { user_id: viewer.id, account_id: viewer.id };
  await db.insert(findingMention).values({ comment_id: comment!.id, ...mentioned });
}
/** The server looks after inboxes at this time; answers the subjects of its mails. */
async function run(time: string, mail = server.services.mail) {
  server.mails.length = 0;
  const parts = { ...server.services, mail, now: () => new Date(time) };
  await mailInboxes(parts, server.database.owner.db);
  return server.mails.map(({ subject }) => subject);
}

it("an entry is mailed at once, in one mail with the others of that minute, and once", async () => {
  await wants({ mentioned: "at_once" });
  await mention(at(MONDAY, "07:59"));
  expect(await run(at(MONDAY, "09:00"))).toEqual([]);
  await mention(at(MONDAY, "09:01"));
  await mention(at(MONDAY, "09:02"));
  expect(await run(at(MONDAY, "09:03"))).toEqual(["2 new entries in your inbox"]);
  expect(server.mails[0]!.text).toContain("• tenant Tester mentioned you at Mailed.");
  expect(server.mails[0]!.to).toBe(server.accounts.viewer.email);
  expect(await run(at(MONDAY, "09:04"))).toEqual([]);
  await mention(at(MONDAY, "09:05"));
  expect(await run(at(MONDAY, "09:06"))).toEqual(["One new entry in your inbox"]);
  expect(server.mails[0]!.text).toContain(`/plant/${plant.plant_id}?panel=findings&component=`);
});

it("two servers at once send one mail", async () => {
  await wants({ mentioned: "at_once" });
  await mention(at(MONDAY, "09:01"));
  const parts = { ...server.services, now: () => new Date(at(MONDAY, "09:03")) };
  const { db } = server.database.owner;
  await Promise.all([mailInboxes(parts, db), mailInboxes(parts, db), mailInboxes(parts, db)]);
  expect(server.mails).toHaveLength(1);
});

it("a digest comes once a day from its hour on, and never empty", async () => {
  await wants({ mentioned: "digest" });
  await mention(at(MONDAY, "09:01"));
  expect(await run(at(MONDAY, "23:59"))).toEqual([]);
  expect(await run(at("2026-12-01", "06:59"))).toEqual([]);
  expect(await run(at("2026-12-01", "07:01"))).toEqual(["Your day: one new entry"]);
  // As after a restart.
  expect(await run(at("2026-12-01", "07:02"))).toEqual([]);
  await mention(at("2026-12-01", "12:00"));
  expect(await run(at("2026-12-01", "23:00"))).toEqual([]);
  // The server was down at the hour.
  expect(await run(at("2026-12-02", "16:00"))).toEqual(["Your day: one new entry"]);
  expect(await run(at("2026-12-03", "07:30"))).toEqual([]);
});

it("a mail that cannot be sent is sent the next time", async () => {
  await wants({ mentioned: "at_once" });
  await mention(at(MONDAY, "09:01"));
  const broken = { send: () => Promise.reject(new Error("no mail server")) };
  expect(await run(at(MONDAY, "09:03"), broken)).toEqual([]);
  expect(await run(at(MONDAY, "09:04"))).toEqual(["One new entry in your inbox"]);
  expect(await run(at(MONDAY, "09:05"))).toEqual([]);
});

it("what was read, is off, or stays in the app is not mailed", async () => {
  const { db } = server.database.owner;
  await wants({ mentioned: "at_once" });
  await mention(at(MONDAY, "09:01"));
  const [comment] = await db.select().from(findingComment);
  const key = `mentioned ${comment!.id}`;
  await db.insert(inboxRead).values({ account_id: server.accounts.viewer.id, key });
  expect(await run(at(MONDAY, "09:03"))).toEqual([]);
  await db.delete(inboxRead);
  await db.update(inboxSetting).set({ ways: { ...firstInboxSettings, due: "at_once" } });
  expect(await run(at(MONDAY, "09:04"))).toEqual([]);
});

it("no mail is sent about a plant that its reader no longer sees, nor to a locked user", async () => {
  const { db } = server.database.owner;
  const { viewer } = server.accounts;
  await wants({ mentioned: "at_once" });
  await mention(at(MONDAY, "09:01"));
  const services = { ...server.services, db };
  const other = await addResultPlant(services, viewer.customer_id, "Elsewhere", 1);
  await db.insert(accountPlant).values({ account_id: viewer.id, plant_id: other.plant_id });
  expect(await run(at(MONDAY, "09:03"))).toEqual([]);
  await db.delete(accountPlant);
  await db.update(account).set({ locked: true }).where(eq(account.id, viewer.id));
  expect(await run(at(MONDAY, "09:04"))).toEqual([]);
  await db.update(account).set({ locked: false }).where(eq(account.id, viewer.id));
  expect(await run(at(MONDAY, "09:05"))).toEqual(["One new entry in your inbox"]);
});

it("the mail is in the reader's language", async () => {
  const { db } = server.database.owner;
  await wants({ mentioned: "at_once" });
  await db.update(account).set({ locale: "pt" }).where(eq(account.id, server.accounts.viewer.id));
  await mention(at(MONDAY, "09:01"));
  expect(await run(at(MONDAY, "09:03"))).toEqual(["Uma novidade na sua caixa de entrada"]);
  expect(server.mails[0]!.text).toContain("• tenant Tester mencionou você em Mailed.");
  expect(server.mails[0]!.html).toContain('<html lang="pt">');
});

/** Somebody gives the viewer a finding. @param index of its module @param due_on YYYY-MM-DD */
async function give(index: number, due_on: string, created_at: string) {
  const { db } = server.database.owner;
  const { viewer, tenant } = server.accounts;
  const dt_id = plant.moduleId(index);
  const place = { component_type: "module", dt_id, fault_type: 6 } as const;
  const given = { assignee_id: viewer.id, status: "assigned", due_on } as const;
  const { plant_id } = plant;
  const [life] = await db
    .insert(findingLife)
    .values({ plant_id, analysis_id: released, ...place, ...given })
    .returning();
  const [step] = await db
    .insert(findingStep)
    .values({ plant_id, kind: "person", analysis_id: released, account_id: tenant.id, created_at })
    .returning();
  const change = { step_id: step!.id, finding_id: life!.id, old_value: null };
  await db.insert(findingStepChange).values([
    { ...change, field: "assignee_id", new_value: String(viewer.id) },
    { ...change, field: "due_on", new_value: due_on },
  ]);
  return life!.id;
}

it("what is given when it is due soon already is mailed, once", async () => {
  await wants({ due: "at_once" });
  // Soon since 27 November.
  await give(1, MONDAY, at(MONDAY, "09:01"));
  expect(await run(at(MONDAY, "09:03"))).toEqual(["One new entry in your inbox"]);
  expect(await run(at(MONDAY, "09:04"))).toEqual([]);
  // Another one of that day comes later: the entry says more than it did.
  await give(2, MONDAY, at(MONDAY, "10:01"));
  expect(await run(at(MONDAY, "10:03"))).toEqual(["One new entry in your inbox"]);
  expect(server.mails[0]!.text).toContain("2 findings");
  // What the viewer does with it is no news.
  const { db } = server.database.owner;
  const { viewer } = server.accounts;
  const [step] = await db
    .insert(findingStep)
    .values({
      plant_id: plant.plant_id,
      kind: "person",
      account_id: viewer.id,
      created_at: at(MONDAY, "11:00"),
    })
    .returning();
  const [life] = await db.select().from(findingLife);
  await db.insert(findingStepChange).values({
    step_id: step!.id,
    finding_id: life!.id,
    field: "status",
    old_value: "assigned",
    new_value: "in_work",
  });
  expect(await run(at(MONDAY, "11:03"))).toEqual([]);
});

it("what is given long before is mailed when it is due soon, and not again", async () => {
  await wants({ due: "at_once" }, at("2026-11-20", "08:00"));
  await give(1, MONDAY, at("2026-11-20", "09:00"));
  expect(await run(at("2026-11-26", "12:00"))).toEqual([]);
  expect(await run(at("2026-11-27", "12:00"))).toEqual(["One new entry in your inbox"]);
  expect(await run(at("2026-11-28", "12:00"))).toEqual([]);
});
