import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addPending, contextOf, keyHash, mailedKey } from "../../../tests/fixtures/account.ts";
import { startTestServer, type TestServer } from "../../../tests/fixtures/http.ts";
import { sendInvitation } from "./invitation.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.clock.now = undefined;
  server.mails.length = 0;
});

const keysOf = async (account_id: number) => {
  const { rows } = await server.database.owner.pool.query<{ key: string; is_open: boolean }>(
    "select encode(key_hash, 'hex') as key, used_at is null as is_open from confirmation where account_id = $1 order by created_at",
    [account_id],
  );
  return rows;
};

describe("an invitation", () => {
  it("mails a registration link in the account's language and answers its key", async () => {
    const id = await addPending(server, "viewer", "ines@example.com", {
      first_name: "Inés",
      locale: "es",
    });
    const key = await sendInvitation(await contextOf(server, "analyst"), id);
    const mail = server.mails.at(-1);
    expect(key).toMatch(/^[\w-]{43}$/);
    expect(mail?.to).toBe("ines@example.com");
    expect(mail?.subject).toBe("Su invitación a Helios Energy");
    expect(mailedKey(server)).toBe(key);
    expect(mail?.text).toContain(`${server.services.settings.public_url}/register/${key}`);
    expect(mail?.html).toContain("Hola, Inés:");
    expect(mail?.html).not.toMatch(/\{\{|mail:|src="http/);
  });

  it("stores only the hash of its key, and ends the previous one", async () => {
    const id = await addPending(server, "viewer", "twice@example.com");
    const context = await contextOf(server, "analyst");
    const first = await sendInvitation(context, id);
    server.clock.now = Date.now() + 61_000;
    const second = await sendInvitation(context, id);
    expect(await keysOf(id)).toEqual([
      { key: keyHash(first), is_open: false },
      { key: keyHash(second), is_open: true },
    ]);
  });

  it("is sent again only after a pause, and five times a day", async () => {
    const id = await addPending(server, "viewer", "often@example.com");
    const context = await contextOf(server, "analyst");
    const began = Date.now();
    await sendInvitation(context, id);
    await expect(sendInvitation(context, id)).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
    for (let sent = 1; sent < 5; sent += 1) {
      server.clock.now = began + sent * 61_000;
      await sendInvitation(context, id);
    }
    server.clock.now = began + 3600_000;
    await expect(sendInvitation(context, id)).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
    expect(server.mails).toHaveLength(5);
  });

  it("is refused for registered, locked, foreign and missing accounts", async () => {
    const context = await contextOf(server, "analyst");
    const locked = await addPending(server, "viewer", "locked@example.com", { locked: true });
    const foreign = await addPending(server, "other_customer", "foreign@example.com");
    await expect(sendInvitation(context, server.accounts.viewer.id)).rejects.toThrow(
      "user_registered_already",
    );
    await expect(sendInvitation(context, locked)).rejects.toThrow("user_locked");
    const tenant = await contextOf(server, "tenant");
    for (const id of [foreign, 2_000_000_000]) {
      await expect(sendInvitation(tenant, id)).rejects.toMatchObject({
        code: "RESOURCE_NOT_FOUND",
      });
    }
    expect(server.mails).toEqual([]);
  });

  it("still answers its key if the e-mail fails", async () => {
    const id = await addPending(server, "viewer", "nomail@example.com");
    const context = await contextOf(server, "analyst");
    const mail = { send: () => Promise.reject(new Error("away")) };
    const key = await sendInvitation({ ...context, mail }, id);
    expect(await keysOf(id)).toEqual([{ key: keyHash(key), is_open: true }]);
    const { rows } = await server.database.owner.pool.query(
      "select detail from audit_entry where action = 'user_invited' order by id desc limit 1",
    );
    expect(rows).toEqual([{ detail: { user_id: id } }]);
  });
});
