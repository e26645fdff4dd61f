import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fromBuffer } from "yauzl";
import {
  startTestServer,
  type AccountKey,
  type TestServer,
} from "../../../../tests/fixtures/http.ts";
import {
  sampleBytes,
  storeAnalysis,
  storeSurvey,
  uploadsOf,
} from "../../../../tests/fixtures/upload.ts";
import { api } from "../../../api/index.ts";
import { analysisFile } from "../../store/schema/analysis-file.ts";
import { analysis } from "../../store/schema/plant.ts";

let server: TestServer;
let count = 0;
let here: number;
let there: number;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const bytes = sampleBytes(200_000);
beforeEach(async () => {
  count += 1;
  const survey = await storeSurvey(server, `Here ${count}`);
  here = survey.analysis_id;
  there = await storeAnalysis(server, survey.plant_id, `There ${count}`);
  const host = uploadsOf(server);
  await host.put(here, "DCIM/a.jpg", bytes);
  await host.put(here, "DCIM/b.jpg", bytes.subarray(0, 5));
  await host.put(here, "flight.csv", new Uint8Array());
});

const reasons = (body: unknown) =>
  (body as { problems?: { reason: string }[] }).problems?.map(({ reason }) => reason);
const names = async (id: number) => {
  const { body } = await server.ask(api.analysisFile.list, "analyst", { params: { id } });
  return (body as { files: { file_name: string }[] }).files.map(({ file_name }) => file_name);
};
const get = (path: string, as: AccountKey = "analyst") =>
  server.fetch(`/api/auth/analysis/${path}`, {
    headers: { authorization: `Bearer ${server.accounts[as].token}` },
  });
const stateOf = async (id: number) =>
  (await server.database.owner.db.select().from(analysis).where(eq(analysis.id, id)))[0]?.state;
const objects = async () => {
  const found: string[] = [];
  for await (const key of server.services.files.list("analysis-file/")) found.push(key);
  return found.length;
};

/** Names and sizes in a ZIP, read by another library than the one that writes it. */
function entriesOf(zip: Buffer): Promise<[string, number][]> {
  return new Promise((resolve, reject) => {
    const found: [string, number][] = [];
    fromBuffer(zip, { lazyEntries: true }, (error, file) => {
      if (error) return reject(error);
      file.on("entry", ({ fileName, uncompressedSize, compressionMethod }) => {
        expect(compressionMethod).toBe(0);
        found.push([fileName, uncompressedSize]);
        file.readEntry();
      });
      file.on("end", () => resolve(found)).readEntry();
    });
  });
}

describe("uploaded files", () => {
  it("are listed and downloaded one by one, whole and as the browser has them", async () => {
    expect(await names(here)).toEqual(["DCIM/a.jpg", "DCIM/b.jpg", "flight.csv"]);
    const answer = await get(`${here}/file?file_name=DCIM%2Fa.jpg`);
    expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true);
    expect(answer.headers.get("content-length")).toBe(String(bytes.length));
    expect(answer.headers.get("content-disposition")).toContain('filename="a.jpg"');
    expect((await get(`${here}/file?file_name=DCIM%2Fc.jpg`)).status).toBe(404);
    expect((await get(`${there}/file?file_name=DCIM%2Fa.jpg`)).status).toBe(404);
    expect((await get(`${here}/file?file_name=a.jpg`, "tenant")).status).toBe(404);
  });

  it("are downloaded together as a ZIP of known size, by name, by folder, and all", async () => {
    const zipped = async (query: string) => {
      const answer = await get(`${here}/files/download${query}`);
      const zip = Buffer.from(await answer.arrayBuffer());
      expect(answer.headers.get("content-length")).toBe(String(zip.length));
      return { zip, entries: await entriesOf(zip) };
    };
    const ask = (list: string[]) => `?filenames=${encodeURIComponent(JSON.stringify(list))}`;
    const all = await zipped("");
    expect(all.entries).toEqual([
      ["DCIM/a.jpg", bytes.length],
      ["DCIM/b.jpg", 5],
      ["flight.csv", 0],
    ]);
    expect((await zipped(ask(["flight.csv"]))).entries).toEqual([["flight.csv", 0]]);
    expect((await zipped(ask(["DCIM/"]))).entries).toHaveLength(2);
    expect((await get(`${here}/files/download${ask(["none"])}`)).status).toBe(404);
    expect((await get(`${here}/files/download?filenames=x`)).status).toBe(400);
    const folder = mkdtempSync(join(tmpdir(), "zip-"));
    writeFileSync(join(folder, "a.zip"), all.zip);
    const tested = spawnSync("python3", ["-m", "zipfile", "-t", join(folder, "a.zip")]);
    expect(tested.error ? 0 : tested.status).toBe(0);
    rmSync(folder, { recursive: true });
  });

  it("are places of images where they say where they were taken, and with a picture", async () => {
    const { db } = server.database.owner;
    const isNamed = (name: string) =>
      and(eq(analysisFile.analysis_id, here), eq(analysisFile.file_name, name));
    const place = { lon: -70.5, lat: -24.25, drone_serial: "D1", is_radiometric: true };
    const picture = { width: 640, height: 512 };
    await db
      .update(analysisFile)
      .set({ ...place, ...picture })
      .where(isNamed("DCIM/a.jpg"));
    // An orthomosaic has a place, and no camera stood there.
    await db.update(analysisFile).set(place).where(isNamed("DCIM/b.jpg"));
    await db.update(analysisFile).set(picture).where(isNamed("flight.csv"));
    const ask = (as: AccountKey) =>
      server.ask(api.analysisFile.positions, as, { params: { id: here } });
    const { body } = await ask("analyst");
    expect(body).toMatchObject([{ file_name: "DCIM/a.jpg", ...place, ...picture }]);
    expect(JSON.stringify(body)).not.toContain("sha256");
    expect((await ask("tenant")).status).toBe(404);
  });

  it("are not sent as a ZIP where the store has lost one, and the answer names it", async () => {
    const { files } = server.services;
    const { db } = server.database.owner;
    const rows = await db.select().from(analysisFile).where(eq(analysisFile.analysis_id, here));
    const row = rows.find(({ file_name }) => file_name === "DCIM/b.jpg");
    const object = row?.object ?? "";
    const content = await files.read(object);
    await files.remove(object);
    const answer = await get(`${here}/files/download`);
    const body: unknown = await answer.json();
    expect([answer.status, reasons(body)]).toEqual([409, ["files_lost"]]);
    expect(body).toMatchObject({ problems: [{ values: { count: 1, name: "DCIM/b.jpg" } }] });
    const others = encodeURIComponent(JSON.stringify(["DCIM/a.jpg", "flight.csv"]));
    expect((await get(`${here}/files/download?filenames=${others}`)).status).toBe(200);
    // A part of the file is not the file.
    await files.put(object, content.subarray(1));
    expect((await get(`${here}/files/download`)).status).toBe(409);
    await files.put(object, content);
    expect((await get(`${here}/files/download`)).status).toBe(200);
  });

  it("are added in one form, all or none", async () => {
    const send = (...files: [string, Uint8Array][]) => {
      const body = new FormData();
      for (const [name, content] of files)
        body.append("file", new Blob([content as BlobPart]), name);
      return server.ask(api.analysisFile.upload, "analyst", { params: { id: there }, body });
    };
    const kept = await objects();
    const twice = await send(["a.txt", bytes], ["A.txt", bytes]);
    expect([twice.status, reasons(twice.body)]).toEqual([409, ["file_name_taken"]]);
    expect((await send()).status).toBe(400);
    expect([await objects(), await names(there), await stateOf(there)]).toEqual([
      kept,
      [],
      "EMPTY",
    ]);
    const answer = await send(["a.txt", bytes], ["../b.txt", new Uint8Array()]);
    expect([answer.status, answer.body]).toEqual([
      200,
      [{ file_name: "a.txt" }, { file_name: "b.txt" }],
    ]);
    expect(await stateOf(there)).toBe("DATA_INCOMPLETE");
  });

  it("are deleted with their objects, all named ones or none", async () => {
    const remove = (file_names: string[]) =>
      server.ask(api.analysisFile.remove, "analyst", {
        params: { id: here },
        body: { file_names },
      });
    const kept = await objects();
    expect((await remove(["DCIM/a.jpg", "none"])).status).toBe(404);
    expect(await objects()).toBe(kept);
    expect((await remove(["DCIM/a.jpg", "flight.csv"])).status).toBe(200);
    expect([await names(here), await objects()]).toEqual([["DCIM/b.jpg"], kept - 2]);
    await remove(["DCIM/b.jpg"]);
    expect(await stateOf(here)).toBe("EMPTY");
  });

  it("move to another analysis of the viewer, but not over a file, and to none of others", async () => {
    const move = (file_names: string[], to_analysis_id: number, as: AccountKey = "analyst") =>
      server.ask(api.analysisFile.move, as, {
        params: { id: here },
        body: { file_names, to_analysis_id },
      });
    await uploadsOf(server).put(there, "flight.csv", new Uint8Array());
    const taken = await move(["DCIM/a.jpg", "flight.csv"], there);
    expect([taken.status, reasons(taken.body)]).toEqual([409, ["file_name_taken"]]);
    expect((await move(["DCIM/a.jpg"], 2_000_000_000)).status).toBe(404);
    expect((await move(["DCIM/a.jpg"], there, "tenant")).status).toBe(404);
    expect((await move(["DCIM/a.jpg", "DCIM/b.jpg"], there)).status).toBe(200);
    expect(await names(there)).toEqual(["DCIM/a.jpg", "DCIM/b.jpg", "flight.csv"]);
    expect(await names(here)).toEqual(["flight.csv"]);
  });

  it("move to another plant of the customer by an admin who confirms it, and to no other customer", async () => {
    const elsewhere = await storeSurvey(server, "Files elsewhere");
    const others = await storeSurvey(
      server,
      "Files of others",
      server.accounts.other_customer.customer_id,
    );
    const move = (to_analysis_id: number, more: object, as: AccountKey = "super_admin") =>
      server.ask(api.analysisFile.move, as, {
        params: { id: here },
        body: { file_names: ["DCIM/b.jpg"], to_analysis_id, ...more },
      });
    const confirmed = { to_other_plant: true };
    expect(reasons((await move(others.analysis_id, confirmed)).body)).toEqual([
      "files_of_other_customer",
    ]);
    // A user of the customer sees what is released.
    const { db } = server.database.owner;
    await db.update(analysis).set({ visibility: "released" });
    expect(reasons((await move(elsewhere.analysis_id, confirmed, "tenant")).body)).toEqual([
      "files_of_other_plant",
    ]);
    expect(reasons((await move(elsewhere.analysis_id, {})).body)).toEqual([
      "files_of_other_plant_unconfirmed",
    ]);
    expect(await names(elsewhere.analysis_id)).toEqual([]);
    expect((await move(elsewhere.analysis_id, confirmed)).status).toBe(200);
    expect(await names(elsewhere.analysis_id)).toEqual(["DCIM/b.jpg"]);
  });

  it("stay as they are once the data of one of the analyses are complete", async () => {
    const { db } = server.database.owner;
    await db.update(analysis).set({ state: "DATA_COMPLETE" }).where(eq(analysis.id, there));
    const body = { file_names: ["DCIM/a.jpg"] };
    const ask = (id: number, to_analysis_id: number) =>
      server.ask(api.analysisFile.move, "analyst", {
        params: { id },
        body: { ...body, to_analysis_id },
      });
    expect(reasons((await ask(here, there)).body)).toEqual(["analysis_data_complete"]);
    expect(reasons((await ask(there, here)).body)).toEqual(["analysis_data_complete"]);
    const removed = await server.ask(api.analysisFile.remove, "analyst", {
      params: { id: there },
      body,
    });
    expect([removed.status, reasons(removed.body)]).toEqual([409, ["analysis_data_complete"]]);
    expect(await names(here)).toHaveLength(3);
  });
});
