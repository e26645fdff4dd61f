import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../tests/fixtures/database.ts";
import type { Services } from "../context.ts";
import { readDemoFile, refreshDemoFile, writeDemoFile } from "./demo-file.ts";
import { account, customer, role } from "../store/schema/account.ts";

let database: TestDatabase;
let data_dir = "";
beforeAll(async () => {
  database = await openTestDatabase();
  data_dir = mkdtempSync(join(tmpdir(), "demo-file-"));
});
afterAll(async () => {
  rmSync(data_dir, { recursive: true, force: true });
  await database.close();
});

describe("demo.json", () => {
  const known = { key: "viewer", role: "customer", email: "Ana@example.org", password: "p" };
  const gone = { key: "field", role: "field", email: "gone@example.org", password: "p" };

  it("gets a new link per start for every account that still exists, and stays closed to others", async () => {
    const { db } = database.owner;
    const [owner] = await db.insert(customer).values({ name: "Demo" }).returning();
    const [rights] = await db.insert(role).values({ key: "viewer", permissions: [] }).returning();
    await db.insert(account).values({
      customer_id: owner?.id ?? 0,
      role_id: rights?.id ?? 0,
      email: "ana@example.org",
    });
    const settings = { data_dir, public_url: "http://127.0.0.1:1" };
    const services = { settings, now: () => new Date() } as unknown as Services;
    expect(await refreshDemoFile(services, db)).toBe("");
    const accounts = [known, gone].map((one) => ({ ...one, sign_in_url: "" }));
    writeDemoFile(data_dir, { url: "http://before", accounts });
    const printed = await refreshDemoFile(services, db);
    const first = readDemoFile(data_dir);
    expect(first?.url).toBe("http://127.0.0.1:1");
    expect(first?.accounts.map(({ key, password }) => [key, password])).toEqual([
      ["viewer", "p"],
      ["field", "p"],
    ]);
    const [link = "", missing] = first?.accounts.map(({ sign_in_url }) => sign_in_url) ?? [];
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:1\/demo\/sign-in\/\S{20,}$/);
    expect(missing).toBe("");
    expect(printed).toContain(link);
    expect(statSync(join(data_dir, "demo.json")).mode & 0o777).toBe(0o600);
    await refreshDemoFile(services, db);
    expect(readFileSync(join(data_dir, "demo.json"), "utf8")).not.toContain(link);
  });
});
