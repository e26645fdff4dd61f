import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { constraints, refuseViolation } from "./database-fault.ts";

const taken = { reason: "plant_name_taken", field: "name" };
const fault = (code: string, constraint: string) =>
  Object.assign(new Error("violates"), { code, constraint });
const failing = (error: Error) => () => Promise.reject(error);

describe("a violated constraint", () => {
  it("is refused with its reason, at any depth of wrapped errors", async () => {
    const unique = fault("23505", "plant_name");
    const wrapped = new Error("Failed query", { cause: new Error("in it", { cause: unique }) });
    for (const error of [unique, wrapped]) {
      await expect(refuseViolation({ plant_name: taken }, failing(error))).rejects.toMatchObject({
        code: "CONFLICT",
        problems: [taken],
      });
    }
    const other = refuseViolation({ plant_name: taken }, failing(unique), "EMAIL_ALREADY_EXISTS");
    await expect(other).rejects.toMatchObject({ code: "EMAIL_ALREADY_EXISTS" });
  });

  it("is refused for any reference to the deleted row", async () => {
    const kept = { reason: "drone_in_use" };
    const flown = fault("23503", "flight_drone_id_drone_id_fk");
    const refused = refuseViolation({ referenced: kept }, failing(flown));
    await expect(refused).rejects.toMatchObject({ problems: [kept] });
    const unique = fault("23505", "drone_serial");
    await expect(refuseViolation({ referenced: kept }, failing(unique))).rejects.toBe(unique);
  });

  it("is rethrown without a reason", async () => {
    const email = fault("23505", "account_email");
    await expect(refuseViolation({ plant_name: taken }, failing(email))).rejects.toBe(email);
    expect(await refuseViolation({ plant_name: taken }, async () => 7)).toBe(7);
  });

  it("exists in the database", () => {
    const folder = join(import.meta.dirname, "schema");
    const statements = readdirSync(folder)
      .filter((name) => name.endsWith(".sql"))
      .map((name) => readFileSync(join(folder, name), "utf8"))
      .join("\n");
    /** PostgreSQL names the key of a table after it where the statement does not. */
    const isKey = (name: string) =>
      name.endsWith("_pkey") &&
      new RegExp(`CREATE TABLE "${name.slice(0, -5)}" \\([^;]*? PRIMARY KEY NOT NULL`).test(
        statements,
      );
    const missing = constraints.filter((name) => !statements.includes(`"${name}"`) && !isKey(name));
    expect(missing).toEqual([]);
  });
});
