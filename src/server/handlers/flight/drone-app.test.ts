import { readdir } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { api } from "../../../api/index.ts";
import type { DroneApp } from "../../../domain/provider/drone-app.ts";
import { limits } from "../../../domain/limits.ts";
import { writeShippedModels } from "../../store/provider/drone-model.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await writeShippedModels(server.database.owner.db);
});
afterAll(() => server.close());

const apk = (text: string) => Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.from(text)]);
const reasons = (body: unknown) =>
  (body as { problems?: { reason: string }[] }).problems?.map(({ reason }) => reason);
function upload(fields: Record<string, string>, bytes: Buffer) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append("file", new Blob([new Uint8Array(bytes)]), "app.apk");
  return server.ask(api.droneApp.upload, "analyst", { body });
}
const addressFor = async (model: string) => {
  const answer = await server.ask(api.droneApp.downloadUrl, null, { params: { model } });
  return { ...answer, body: answer.body as { url: string | null; version: string | null } };
};
const objects = async () => {
  const keys: string[] = [];
  for await (const key of server.services.files.list("drone-app/")) keys.push(key);
  return keys;
};

describe("the drone app", () => {
  it("has no address before a package was uploaded, nor for models that have no app", async () => {
    const none = await addressFor("mavic_3t");
    expect([none.status, none.body]).toEqual([200, { url: null, version: null }]);
    expect((await addressFor("matrice_400")).status).toBe(404);
    expect((await addressFor("no_such_model")).status).toBe(404);
    for (const name of [
      "Matrice 30T",
      "M4T",
      "DJI Mavic 3 Multispectral",
      "Mavic 2 Enterprise Advanced",
    ]) {
      expect([name, (await addressFor(name)).status]).toEqual([name, 200]);
    }
  });

  it("is offered to anybody in its newest version, per series", async () => {
    expect((await upload({ series: "sdk5", version: "2.0.0" }, apk("old"))).status).toBe(200);
    const newest = await upload({ series: "sdk5", version: "2.1.0+7" }, apk("new"));
    expect(newest.body).toMatchObject({ series: "sdk5", version: "2.1.0+7", is_current: true });
    const { body } = await addressFor("mavic_3t");
    expect(body.version).toBe("2.1.0+7");
    const response = await fetch(server.url + body.url);
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(apk("new"));
    expect(response.headers.get("content-type")).toBe("application/vnd.android.package-archive");
    expect(response.headers.get("content-disposition")).toContain("drone-app-sdk5-2.1.0+7.apk");
    expect(response.headers.get("content-length")).toBe(String(apk("new").length));
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("content-security-policy")).toContain("sandbox");
    expect((await addressFor("mavic_2_enterprise_dual")).body.url).toBeNull();
    const list = (await server.ask(api.droneApp.list, "analyst")).body as DroneApp[];
    expect(list.map(({ version, is_current }) => [version, is_current])).toEqual([
      ["2.1.0+7", true],
      ["2.0.0", false],
    ]);
  });

  it("answers its signed address for ten minutes, and no other address", async () => {
    const { url } = (await addressFor("mavic_3t")).body;
    const status = async (address: string) => (await fetch(server.url + address)).status;
    const [plain = ""] = (url ?? "").split("?");
    expect(await status(plain)).toBe(401);
    expect(await status((url ?? "").replace("2.1.0%2B7", "2.0.0"))).toBe(401);
    expect(await status((url ?? "").replace("url_token=", "url_token=x"))).toBe(401);
    server.clock.now = Date.now() + limits.urlTokenMs - 5_000;
    expect(await status(url ?? "")).toBe(200);
    server.clock.now = Date.now() + limits.urlTokenMs + 5_000;
    expect(await status(url ?? "")).toBe(401);
    server.clock.now = undefined;
  });

  it("takes Android packages only, a version once, and keeps nothing of what it refuses", async () => {
    const kept = await objects();
    const cases: [answer: Awaited<ReturnType<typeof upload>>, reason: string][] = [
      [
        await upload({ series: "sdk4", version: "1.0" }, Buffer.from("#!/bin/sh")),
        "app_no_package",
      ],
      [await upload({ series: "sdk4", version: "1.0" }, Buffer.alloc(0)), "file_empty"],
      [await upload({ series: "sdk9", version: "1.0" }, apk("")), "field_not_offered"],
      [await upload({ series: "sdk4", version: "../1" }, apk("")), "app_version_format"],
      [await upload({ series: "sdk4" }, apk("")), "field_missing"],
      [await upload({ series: "sdk4", version: "1", object: "x" }, apk("")), "field_unknown"],
      [await upload({ series: "sdk5", version: "2.0.0" }, apk("other")), "app_version_taken"],
    ];
    for (const [{ body }, reason] of cases) expect(reasons(body)).toEqual([reason]);
    expect(await objects()).toEqual(kept);
    const race = await Promise.all(
      [1, 2, 3].map(() => upload({ series: "sdk4", version: "1.0" }, apk("race"))),
    );
    expect(race.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await objects()).toHaveLength(kept.length + 1);
  });

  it("keeps nothing of an upload that breaks off", async () => {
    const kept = await objects();
    const incoming = join(server.services.settings.data_dir, "objects", ".incoming");
    const bot = (await (await fetch(`${server.url}/api/bot-protection-token`)).json()) as {
      token: string;
    };
    const sending = request(`${server.url}/api/auth/drone-app`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${server.accounts.analyst.token}`,
        "x-bot-protection-token": bot.token,
        "content-type": "multipart/form-data; boundary=line",
        "content-length": 10_000_000,
      },
    });
    sending.on("error", () => undefined);
    sending.write(
      '--line\r\nContent-Disposition: form-data; name="file"; filename="a.apk"\r\n\r\n',
    );
    sending.write(apk("x".repeat(200_000)));
    await expect.poll(async () => (await readdir(incoming)).length).toBe(1);
    sending.destroy();
    await expect.poll(async () => (await readdir(incoming)).length).toBe(0);
    expect(await objects()).toEqual(kept);
  });
});
