import pino from "pino";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../tests/fixtures/database.ts";
import { openLocalAnalysisServer } from "../adapters/analysis-server.ts";
import type { Mail } from "../adapters/mail.ts";
import type { Services } from "../context.ts";
import { provideFirstAccount } from "./first-account.ts";
import { openReaders } from "../file-reader/readers.ts";
import { readSettings } from "../start/settings.ts";
import { findAccount } from "../store/account/account.ts";
import { tryConfirmation } from "../store/account/confirmation.ts";
import { account } from "../store/schema/account.ts";

const email = "first@provider.example";
let database: TestDatabase;
let mails: Mail[];
let now: Date;

beforeEach(async () => {
  database = await openTestDatabase();
  mails = [];
  now = new Date("2026-11-21T08:00:00Z");
});
afterEach(() => database.close());

/** Starts on the database as an installation with these settings does; answers what is printed. */
function start(environment: Record<string, string> = { FIRST_ADMIN_EMAIL: email }) {
  const files = {
    read: () => Promise.reject(new Error("no file")),
  } as unknown as Services["files"];
  const services: Services = {
    db: database.app.db,
    files,
    analysisServers: openLocalAnalysisServer(files),
    gpuCloud: null,
    droneClouds: () => null,
    flightApp: null,
    mail: { send: async (mail) => void mails.push(mail) },
    scanner: null,
    readers: openReaders(readSettings({})),
    settings: readSettings({ NODE_ENV: "production", ...environment }),
    log: pino({ level: "silent" }),
    now: () => now,
  };
  return provideFirstAccount(services, database.owner.db);
}

const keyIn = (mail: Mail | undefined) => /\/register\/([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";

it("invites the first super admin of an empty installation by e-mail only", async () => {
  const printed = await start();
  expect(printed).toContain(email);
  expect(mails.map(({ to }) => to)).toEqual([email]);
  const key = keyIn(mails[0]);
  expect(key).toMatch(/^[\w-]{43}$/);
  expect(printed).not.toContain(key);
  const invited = await findAccount(database.owner.db, email);
  expect(invited).toMatchObject({ role_key: "super_admin", state: "PENDING", locked: false });
  const open = await tryConfirmation(database.owner.db, key, "register", now);
  expect(open?.account_id).toBe(invited?.id);
});

it("does not send another e-mail at once; later it sends a new link, which ends the old one", async () => {
  await start();
  expect(await start()).toMatch(/a short while ago/);
  expect(mails).toHaveLength(1);
  now = new Date(now.getTime() + 3 * 3600_000);
  await start();
  expect(mails).toHaveLength(2);
  const db = database.owner.db;
  expect(await tryConfirmation(db, keyIn(mails[0]), "register", now)).toBeNull();
  expect(await tryConfirmation(db, keyIn(mails[1]), "register", now)).not.toBeNull();
  expect(await db.$count(account)).toBe(1);
});

it("does nothing once a user has registered", async () => {
  await start();
  await database.owner.db.update(account).set({ state: "REGISTERED" });
  now = new Date(now.getTime() + 24 * 3600_000);
  expect(await start({ FIRST_ADMIN_EMAIL: "stranger@example.com" })).toBe("");
  expect(mails).toHaveLength(1);
  expect(await findAccount(database.owner.db, "stranger@example.com")).toBeNull();
});

it("prints the needed setting if no user can sign in", async () => {
  expect(await start({})).toMatch(/Set FIRST_ADMIN_EMAIL/);
  expect(await database.owner.db.$count(account)).toBe(0);
});
