// Users of a table whose invitations do not go out: they are stored, and named.
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { api } from "../../../api/index.ts";
import { customer } from "../../store/schema/account.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.database.owner.db.update(customer).set({ user_limit: 100 });
});
afterAll(() => server.close());
beforeEach(() => void server.mails.splice(0));

const minimal = "email,first name,last name";
const lines = (...all: readonly string[]) => all.join("\r\n");
const send = (text: string) => {
  const body = new FormData();
  body.append("file", new File([text], "users.csv"));
  const { customer_id } = server.accounts.viewer;
  return server.ask(api.user.importFile, "super_admin", { query: { customer_id }, body });
};

it("users whose e-mail does not go out are stored and named", async () => {
  const { mail } = server.services;
  const real = mail.send.bind(mail);
  mail.send = async (one) => {
    if (one.to === "lost@sol.example") throw new Error("no route");
    return real(one);
  };
  const text = lines(minimal, "lost@sol.example,Ana,Ruiz", "found@sol.example,Ana,Ruiz");
  expect((await send(text)).body).toMatchObject({ count: 2, unmailed: ["lost@sol.example"] });
  mail.send = real;
  expect(server.mails.map(({ to }) => to)).toEqual(["found@sol.example"]);
});

it("a mail server that does not answer is asked by the first invitations alone", async () => {
  const { mail } = server.services;
  const real = mail.send.bind(mail);
  let asked = 0;
  mail.send = async () => {
    asked += 1;
    throw Object.assign(new Error("no greeting"), { code: "ETIMEDOUT" });
  };
  const emails = Array.from({ length: 12 }, (_, at) => `silent-${at}@sol.example`);
  const answer = await send(lines(minimal, ...emails.map((email) => `${email},Ana,Ruiz`)));
  expect(answer.body).toMatchObject({ count: 12, unmailed: emails });
  expect(asked).toBe(4);
  // An address that a server refuses says nothing of the others.
  mail.send = async (one) => {
    if (one.to.startsWith("refused")) throw Object.assign(new Error("550"), { code: "EENVELOPE" });
    return real(one);
  };
  const mixed = Array.from(
    { length: 9 },
    (_, at) => `${at < 4 ? "refused" : "fine"}-${at}@sol.example`,
  );
  const second = await send(lines(minimal, ...mixed.map((email) => `${email},Ana,Ruiz`)));
  expect(second.body).toMatchObject({ count: 9, unmailed: mixed.slice(0, 4) });
  mail.send = real;
});
