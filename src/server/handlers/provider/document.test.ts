import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startTestServer,
  type AccountKey,
  type TestServer,
} from "../../../../tests/fixtures/http.ts";
import { api } from "../../../api/index.ts";
import type { Document } from "../../../domain/provider/document.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const reasons = (body: unknown) =>
  (body as { problems?: { reason: string }[] }).problems?.map(({ reason }) => reason);
async function upload(
  as: AccountKey,
  fields: Record<string, string>,
  text = "some text",
  name = "Manual.pdf",
) {
  const body = new FormData();
  body.append("file", new Blob([text], { type: "text/html" }), name);
  for (const [field, value] of Object.entries(fields)) body.append(field, value);
  return server.ask(api.document.upload, as, { body });
}
const stored = async (...about: Parameters<typeof upload>) => {
  const answer = await upload(...about);
  expect(answer.status).toBe(200);
  return answer.body as Document;
};
const objects = async () => {
  const keys: string[] = [];
  for await (const key of server.services.files.list("document/")) keys.push(key);
  return keys;
};
const titles = async (as: AccountKey) =>
  ((await server.ask(api.document.list, as)).body as Document[]).map(({ title }) => title);

describe("documentation files", () => {
  it("are uploaded, listed, downloaded, edited and deleted", async () => {
    const file = await stored("analyst", { title: " Flight manual ", description: "How to fly" });
    expect(file).toMatchObject({
      title: "Flight manual",
      file_name: "Manual.pdf",
      description: "How to fly",
      bytes: 9,
      is_protected: false,
      created_by: "analyst Tester",
    });
    expect(await titles("viewer")).toEqual(["Flight manual"]);
    const params = { id: file.id };
    const download = await server.ask(api.document.download, "viewer", { params });
    expect(download.body).toBe("some text");
    const edited = await server.ask(api.document.update, "analyst", {
      params,
      body: { file_name: "Manual 2.pdf" },
    });
    expect(edited.body).toMatchObject({ title: "Flight manual", file_name: "Manual 2.pdf" });
    expect((edited.body as Document).updated_at > file.updated_at).toBe(true);
    for (const body of [{}, { title: " Flight manual" }]) {
      const same = await server.ask(api.document.update, "analyst", { params, body });
      expect(same.body).toEqual(edited.body);
    }
    const removed = await server.ask(api.document.remove, "analyst", { params });
    expect(removed.body).toEqual({ done: true });
    expect((await server.ask(api.document.download, "viewer", { params })).status).toBe(404);
    expect(await objects()).toEqual([]);
  });

  it("T20 are served as downloads that run nothing, whatever they contain", async () => {
    const page = await stored("analyst", {}, "<script>alert(1)</script>", "page.html");
    const { headers } = await server.ask(api.document.download, "viewer", {
      params: { id: page.id },
    });
    expect(headers.get("content-type")).toBe("application/octet-stream");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    );
    expect(headers.get("content-disposition")).toMatch(/^attachment; filename="page.html"/);
  });

  it("T20 lose folders, devices and control characters from the name they came with", async () => {
    const names: [sent: string, kept: string][] = [
      ["../../etc/passwd", "passwd"],
      ["C:\\Windows\\win.ini", "win.ini"],
      [".htaccess", "htaccess"],
      ["..", "document"],
      ["con.txt", "_con.txt"],
      ["report\u202efdp.exe", "reportfdp.exe"],
      ["a\u0000b.txt", "ab.txt"],
      ["Medición, año “2026”.csv", "Medición, año “2026”.csv"],
    ];
    for (const [sent, kept] of names) {
      const file = await stored("analyst", {}, "x", sent);
      expect(file.file_name, sent).toBe(kept);
      expect(file.title).toBe(kept);
    }
    const long = await stored("analyst", {}, "x", `${"ü".repeat(240)}.pdf`);
    expect(long.file_name).toHaveLength(200);
    expect(long.file_name.endsWith("ü.pdf")).toBe(true);
  });

  it("T20 refuse a bad name that a person enters, and write sound headers for odd ones", async () => {
    const broken = await upload("analyst", { file_name: "a\r\nSet-Cookie: b" });
    expect(new Set(reasons(broken.body))).toEqual(new Set(["text_with_break"]));
    for (const file_name of ["../x", "a/b", "a\\b", "nul", "x.", 'a"b']) {
      const refused = await upload("analyst", { file_name });
      expect(reasons(refused.body), file_name).toEqual(["file_name_bad"]);
    }
    const odd = await stored("analyst", { file_name: "100% año; é'(1).pdf" });
    const { headers } = await server.ask(api.document.download, "viewer", {
      params: { id: odd.id },
    });
    expect(headers.get("content-disposition")).toBe(
      'attachment; filename="100_ a_o; _\'(1).pdf"; ' +
        "filename*=UTF-8''100%25%20a%C3%B1o%3B%20%C3%A9%27%281%29.pdf",
    );
  });

  it("that are protected exist for super admins only", async () => {
    const secret = await stored("super_admin", { title: "Secret", is_protected: "true" });
    const params = { id: secret.id };
    expect(await titles("super_admin")).toContain("Secret");
    for (const as of ["viewer", "analyst", "tenant"] as const) {
      expect(await titles(as)).not.toContain("Secret");
      const missing = { id: 99_999 };
      const [there, nowhere] = await Promise.all([
        server.ask(api.document.download, as, { params }),
        server.ask(api.document.download, as, { params: missing }),
      ]);
      expect([there.status, nowhere.status]).toEqual([404, 404]);
    }
    const update = await server.ask(api.document.update, "analyst", {
      params,
      body: { title: "Mine" },
    });
    const removal = await server.ask(api.document.remove, "analyst", { params });
    expect([update.status, removal.status]).toEqual([404, 404]);
    const signed = await server.ask(api.session.generateUrlToken, "analyst", {
      body: { url: `/api/auth/doc-file/${secret.id}/download` },
    });
    expect(signed.status).toBe(404);
    const others = await upload("analyst", { is_protected: "true" });
    expect([others.status, reasons(others.body)]).toEqual([403, ["document_protected_by_others"]]);
  });

  it("are downloaded with a url token for exactly that address", async () => {
    const file = await stored("analyst", { title: "Signed" });
    const url = `/api/auth/doc-file/${file.id}/download`;
    const { body } = await server.ask(api.session.generateUrlToken, "viewer", { body: { url } });
    const { url_token } = body as { url_token: string };
    const response = await fetch(`${server.url}${url}?url_token=${url_token}`);
    expect(await response.text()).toBe("some text");
    const other = url.replace(String(file.id), String(file.id - 1));
    expect((await fetch(`${server.url}${other}?url_token=${url_token}`)).status).toBe(401);
  });

  it("are distinguished by permission: reading is not writing", async () => {
    const file = await stored("analyst", {});
    const params = { id: file.id };
    const refused = await Promise.all([
      upload("viewer", {}),
      server.ask(api.document.update, "viewer", { params, body: { title: "x" } }),
      server.ask(api.document.remove, "viewer", { params }),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);
  });

  it("leave nothing behind where the upload is refused", async () => {
    const before = await objects();
    expect(reasons((await upload("analyst", {}, "")).body)).toEqual(["file_empty"]);
    expect(reasons((await upload("analyst", { owner: "me" })).body)).toEqual(["field_unknown"]);
    const long = await upload("analyst", { title: "x".repeat(201) });
    expect(reasons(long.body)).toEqual(["field_too_big"]);
    expect(await objects()).toEqual(before);
  });
});
