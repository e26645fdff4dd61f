import { connect } from "node:net";
import { join } from "node:path";
import fastify from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../tests/fixtures/http.ts";
import { api } from "../../api/index.ts";
import { openMail } from "../adapters/mail.ts";
import { addDemoRoutes, makeSignInLink } from "./demo-routes.ts";
import { answerError } from "../http/error-answer.ts";
import { mailBrandOf } from "../mail/mail-brand.ts";
import { codeMail } from "../mail/mails.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** The whole answer to a request whose target and host are sent as they are. */
function raw(target: string, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    let answer = "";
    socket.on("data", (chunk) => (answer += chunk.toString("latin1")));
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
    socket.write(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  });
}

describe("the demo", () => {
  it("signs in once by link, with a page that runs one script", async () => {
    const { id } = server.accounts.viewer;
    const link = await makeSignInLink(server.services, server.database.owner.db, id);
    const path = new URL(link).pathname;
    const [first, second] = await Promise.all([server.fetch(path), server.fetch(path)]);
    const [good, over] = first.status === 200 ? [first, second] : [second, first];
    expect([good.status, over.status]).toEqual([200, 410]);
    const page = await good.text();
    const nonce = /'nonce-([^']+)'/.exec(good.headers.get("content-security-policy") ?? "")?.[1];
    expect(page).toContain(`<script nonce="${nonce}">localStorage.setItem("auth"`);
    const token = /token&#34;:&#34;([\w-]{43})/.exec(page)?.[1];
    const headers = { authorization: `Bearer ${token}` };
    expect((await server.ask(api.session.me, null, {}, headers)).status).toBe(200);
  });

  it("answers this machine alone: no other address, and no other name of it", async () => {
    const { id } = server.accounts.viewer;
    const link = await makeSignInLink(server.services, server.database.owner.db, id);
    const sign_in = new URL(link).pathname;
    const app = fastify().setErrorHandler(answerError);
    await addDemoRoutes(app, { services: server.services, ownerDb: server.database.owner.db });
    const ask = (url: string, more: object) => app.inject({ url, ...more });
    for (const url of [sign_in, "/demo/mail", "/demo/mail/x.eml", "//demo/mail", "/DEMO/mail"]) {
      for (const from of [{ remoteAddress: "192.0.2.7" }, { headers: { host: "evil.example" } }]) {
        const { statusCode, body } = await ask(url, from);
        expect([statusCode, body.includes("token")], `${url} ${JSON.stringify(from)}`).toEqual([
          404,
          false,
        ]);
      }
    }
    const own = { remoteAddress: "::ffff:127.0.0.1", headers: { host: "localhost:8080" } };
    expect((await ask("/demo/mail", own)).statusCode).toBe(200);
    // The refused requests have not used it up.
    expect((await ask(sign_in, own)).statusCode).toBe(200);
  });

  it.each([
    "/demo/mail",
    "/%64emo/mail",
    "/d%65mo/mail",
    "/d%65%6d%6F/%6dail",
    "http://localhost/demo/mail",
    "HTTP://localhost/%64emo/mail",
    "/demo/mail?x",
    "/demo/mail#x",
    "/x/../demo/mail",
  ])(
    "answers no other name of this machine, however the address is written: %s",
    async (target) => {
      const answer = await raw(target, "evil.example");
      expect(answer).toMatch(/^HTTP\/1\.1 40[04] /);
      expect(answer).not.toContain("<title>Mails");
    },
  );

  it.each(["/demo/mail", "/%64emo/mail", "http://localhost/demo/mail"])(
    "answers this machine by the same addresses: %s",
    async (target) => {
      expect(await raw(target, "localhost")).toMatch(/^HTTP\/1\.1 200 .*<title>Mails/s);
    },
  );

  it("forgets a link after a quarter of an hour", async () => {
    const { id } = server.accounts.viewer;
    const link = await makeSignInLink(server.services, server.database.owner.db, id);
    server.clock.now = Date.now() + 15 * 60_000 + 1000;
    const answer = await server.fetch(new URL(link).pathname, { bot: null });
    server.clock.now = undefined;
    expect(answer.status).toBe(410);
    const page = await answer.text();
    // It says where new ones are.
    expect(page).toContain("npm start");
    expect(page).toContain(join(server.services.settings.data_dir, "demo.json"));
    expect(page).toContain('href="/login"');
  });

  it("shows the mails it wrote, and no other file", async () => {
    const mail = await openMail(server.services.settings);
    const brand = await mailBrandOf({ ...server.services, ownerDb: server.database.owner.db }, 0);
    const reader = { email: "a@example.com", first_name: "<b>Ana</b>" };
    await mail.send(codeMail(reader, "en", "12345678", brand));
    const page = await (await server.fetch("/demo/mail")).text();
    expect(page).toContain("1234 5678");
    expect(page).not.toContain("<b>Ana");
    const link = /\/demo\/mail\/[\w%.-]+\.eml/.exec(page)?.[0] ?? "";
    expect(await (await server.fetch(link)).text()).toContain("Subject: Your sign-in code");
    expect((await server.fetch("/demo/mail/..%2fpostgres%2fpasswords.json")).status).toBe(404);
  });

  it("shows a mail as its reader sees it, in a frame that runs and fetches nothing", async () => {
    const mail = await openMail(server.services.settings);
    const brand = await mailBrandOf({ ...server.services, ownerDb: server.database.owner.db }, 0);
    const reader = { email: "a@example.com", first_name: "Ana" };
    await mail.send(codeMail(reader, "en", "12345678", brand));
    const list = await (await server.fetch("/demo/mail")).text();
    const path = /\/demo\/mail\/[\w%.-]+\.eml\/page/.exec(list)?.[0] ?? "";
    const page = await server.fetch(path);
    expect(page.headers.get("content-security-policy")).toContain("frame-src 'self'");
    expect(await page.text()).toContain('<iframe title="Mail" sandbox="allow-popups ');
    const html = await server.fetch(path.replace(/page$/, "html"));
    expect(html.headers.get("content-security-policy")).toMatch(
      /^sandbox allow-popups[^;]*; default-src 'none'; img-src data:/,
    );
    expect(html.headers.get("content-security-policy")).not.toContain("allow-scripts");
    const text = await html.text();
    expect(text).toContain("1234 5678");
    expect(text).toContain('src="data:image/png;base64,');
    expect((await server.fetch("/demo/mail/none.eml/html")).status).toBe(404);
  });

  it("does not exist in production", async () => {
    const production = await startTestServer(undefined, { NODE_ENV: "production" });
    try {
      expect((await production.fetch("/demo/mail")).status).toBe(404);
      const { id } = production.accounts.viewer;
      const link = await makeSignInLink(production.services, production.database.owner.db, id);
      expect((await production.fetch(new URL(link).pathname)).status).toBe(404);
    } finally {
      await production.close();
    }
  });
});
