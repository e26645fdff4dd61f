import { beforeAll, describe, expect, it } from "vitest";
import { hasWords, loadWords, startWords } from "../../client/i18n.ts";
import { contentNames } from "../../state/settings/audit-content.ts";
import { detailOf } from "./entry-words.ts";

beforeAll(async () => {
  await startWords("en");
  await loadWords(() => true);
});
const facts = (detail: object) => Object.fromEntries(detailOf(JSON.stringify(detail)));

describe("the facts of an audit entry", () => {
  it("say what was changed, from what and to what", () => {
    const detail = {
      user_id: 1700,
      from: "customer_user",
      to: "customer_admin",
      by: "provisioning",
    };
    expect(facts(detail)).toEqual({
      "User ID": "1700",
      Before: "Customer user",
      After: "Customer admin",
      "Changed by": "user provisioning",
    });
    expect(facts({ role: "admin", granted: ["READ_TASK"], revoked: [] })).toEqual({
      Role: "Admin",
      "Permissions granted": "See tasks",
      "Permissions revoked": "none",
    });
    expect(facts({ analysis_id: 3, from: "hidden", to: "released" })["After"]).not.toBe("released");
  });

  it("say how somebody signed in, and why not", () => {
    const refused = facts({ factor: "single_sign_on", reason: "sso_over", address: "10.0.0.1" });
    expect(refused["Signed in with"]).toBe("single sign-on");
    expect(refused["Reason"]).not.toBe("sso_over");
    expect(refused["Network address"]).toBe("10.0.0.1");
  });

  it("say what was downloaded instead of the address of a call", () => {
    const address = "/api/auth/plant/3/report/9/download?x=1";
    expect(facts({ address, plant_id: 3, report_id: 9 })).toEqual({
      Content: "Report (PDF)",
      "Plant ID": "3",
      "Report ID": "9",
    });
    expect(contentNames.length).toBeGreaterThan(30);
    expect(contentNames.filter((name) => !hasWords(`audit:content.${name}`))).toEqual([]);
  });

  it("show yes and no, times, parts, and a name that is not known in separate words", () => {
    const detail = { secret_changed: true, some_new_fact: 1, before: { notes: "a", number: null } };
    expect(facts(detail)).toEqual({
      "Client secret changed": "yes",
      "some new fact": "1",
      "Content before": "Notes: a; Number: none",
    });
    expect(facts({ expires_at: "2026-11-28T10:00:00.000Z" })["Valid until"]).toContain("2026");
    expect(facts({ status: "in_work", crew: "North", full_load_hours: 1900 })).toEqual({
      Status: "In progress",
      Crew: "North",
      "Full-load hours a year": "1,900",
    });
    expect(detailOf(null)).toEqual([]);
    expect(detailOf('"text"')).toEqual([["", "text"]]);
  });
});
