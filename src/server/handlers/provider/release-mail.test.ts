// The notes of a release, and who gets the e-mail about it, in which language and how often.
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  measured,
  openResultImport,
  type ResultImport,
} from "../../../../tests/fixtures/result-import.ts";
import type { AccountKey } from "../../../../tests/fixtures/http.ts";
import { api } from "../../../api/index.ts";
import type { AnalysisNote, SentReleaseMail } from "../../../domain/analysis/release-mail.ts";
import type { ReleaseEffect } from "../../../domain/analysis/release-effect.ts";
import { account } from "../../store/schema/account.ts";

let host: ResultImport;
beforeAll(async () => {
  host = await openResultImport();
});
afterAll(() => host.server.close());

let day = 10;
async function released(): Promise<number> {
  day += 1;
  const id = await host.plant.addAnalysis(`Survey ${day}`, `2026-01-${day}`);
  const bytes = `dt_id;${measured.key}\r\n${host.plant.moduleId(0)};${measured.range[0]}\r\n`;
  await host.send({ json_file: { name: "a.csv", bytes } }, id);
  await host.runLaunched();
  await setVisibility(id, "released");
  return id;
}
const setVisibility = (id: number, visibility: "released" | "not_released") =>
  host.server.ask(api.analysis.setVisibility, "analyst", { params: { id }, body: { visibility } });
const send = (id: number, ids: readonly number[], as: AccountKey = "analyst") =>
  host.server.ask(api.releaseMail.send, as, {
    params: { id },
    body: { recipient_user_ids: [...ids] },
  });
const sentOf = async (id: number) =>
  (await host.server.ask(api.releaseMail.listSent, "analyst", { params: { id } }))
    .body as SentReleaseMail[];

describe("the e-mail about a release", () => {
  it("goes to each recipient in their language, with the way to the results", async () => {
    const { viewer } = host.server.accounts;
    const id = await released();
    await host.server.database.owner.db
      .update(account)
      .set({ locale: "pt" })
      .where(eq(account.id, viewer.id));
    const before = host.server.mails.length;
    const { status, body } = await send(id, [viewer.id]);
    expect(status).toBe(200);
    expect(body).toMatchObject([{ recipient_id: viewer.id, email: viewer.email, state: "sent" }]);
    const mails = host.server.mails.slice(before);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ to: viewer.email });
    expect(mails[0]?.subject).toContain("Novos resultados");
    expect(mails[0]?.text).toContain(`/plant/${host.plant.plant_id}?analysis=${id}`);
    await host.server.database.owner.db
      .update(account)
      .set({ locale: "en" })
      .where(eq(account.id, viewer.id));
  });

  it("is sent once of ten requests at the same time, and once per release", async () => {
    const { viewer } = host.server.accounts;
    const id = await released();
    const before = host.server.mails.length;
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(id, [viewer.id])));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    expect(host.server.mails).toHaveLength(before + 1);
    await setVisibility(id, "not_released");
    expect((await send(id, [viewer.id])).status).toBe(409);
    await setVisibility(id, "released");
    expect((await send(id, [viewer.id])).status).toBe(200);
    expect(await sentOf(id)).toHaveLength(2);
  });

  it("can be sent again where it failed", async () => {
    const { viewer } = host.server.accounts;
    const id = await released();
    const { mail } = host.server.services;
    const works = mail.send;
    Object.assign(mail, { send: () => Promise.reject(new Error("no mail server")) });
    await send(id, [viewer.id]).finally(() => Object.assign(mail, { send: works }));
    expect(await sentOf(id)).toMatchObject([{ state: "failed" }]);
    expect((await send(id, [viewer.id])).status).toBe(200);
    expect(await sentOf(id)).toMatchObject([{ state: "sent" }]);
  });

  it("reaches only those who see the results", async () => {
    const id = await released();
    const { other_customer, viewer } = host.server.accounts;
    const before = host.server.mails.length;
    expect((await send(id, [viewer.id, other_customer.id])).status).toBe(400);
    expect((await send(id, [viewer.id], "viewer")).status).toBe(403);
    expect(host.server.mails).toHaveLength(before);
    expect(await sentOf(id)).toEqual([]);
    const { body } = await host.server.ask(api.releaseMail.listUsers, "analyst", {
      params: { id },
    });
    const users = (body as ReleaseEffect["viewers"]).map((one) => one.id);
    expect(users).toContain(viewer.id);
    expect(users).not.toContain(other_customer.id);
  });
});

describe("release notes", () => {
  const upload = async (id: number, name: string, text: string) => {
    const body = new FormData();
    body.append("file", new File([text], name));
    return host.server.ask(api.releaseMail.writeNotes, "analyst", { params: { id }, body });
  };
  it("are one PDF or text, replaced as a whole, and come back as they were sent", async () => {
    const id = await released();
    const read = async () =>
      (await host.server.ask(api.releaseMail.readNotes, "super_admin", { params: { id } })).body;
    expect(await read()).toBeNull();
    expect((await upload(id, "plan.pdf", "no PDF")).status).toBe(422);
    expect((await upload(id, "plan.exe", "MZ")).status).toBe(422);
    expect(await host.keys("release-note/")).toEqual([]);
    expect((await upload(id, "notes.txt", "Wind of 9 m/s")).status).toBe(200);
    expect((await upload(id, "notes 2.txt", "Wind of 8 m/s")).status).toBe(200);
    expect((await read()) as AnalysisNote).toMatchObject({ file_name: "notes 2.txt", bytes: 13 });
    expect(await host.keys("release-note/")).toHaveLength(1);
    const headers = { authorization: `Bearer ${host.server.accounts.super_admin.token}` };
    const path = `/api/auth/analysis/${id}/release-notes/file`;
    expect(await (await host.server.fetch(path, { headers })).text()).toBe("Wind of 8 m/s");
  });
});
