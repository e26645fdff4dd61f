import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../tests/fixtures/database.ts";
import { openResultImport, type ResultImport } from "../../../tests/fixtures/result-import.ts";
import { testImage, zipOf } from "../../../tests/fixtures/bad-archives.ts";
import { openObjectFolder } from "../adapters/object-folder.ts";
import type { ObjectStore } from "../adapters/object-storage.ts";
import { manifestName, readManifest } from "./manifest.ts";
import { restoreBackup } from "./restore-backup.ts";
import { readTables } from "./table-list.ts";
import { writeBackup } from "./write-backup.ts";

let host: ResultImport;
let folder: string;
beforeAll(async () => {
  host = await openResultImport();
  folder = await mkdtemp(join(tmpdir(), "backup-"));
  const id = await host.plant.addAnalysis("living", "2026-01-01");
  const values = [{ dt_id: "T0.M0", key_figure_id: 57, value: 30 }];
  const archive = await zipOf([{ name: "T0.M3_T.jpg", bytes: await testImage() }]);
  await host.send(
    {
      json_file: {
        name: "a.json",
        bytes: JSON.stringify({ format: "analysis-result", version: 1, values }),
      },
      images_zip_filename: { name: "images.zip", bytes: archive },
    },
    id,
  );
  await host.runLaunched();
});
afterAll(async () => {
  await host.server.close();
  await rm(folder, { recursive: true });
});

const source = () => ({ pool: host.server.database.owner.pool, files: host.owner.files });

async function openTarget() {
  const database = await openTestDatabase();
  const files = await openObjectFolder(await mkdtemp(join(folder, "objects-")));
  const { appUrl, ownerUrl, owner } = database;
  return { database, files, target: { address: { appUrl, ownerUrl }, pool: owner.pool, files } };
}

/** A digest of each table, computed by PostgreSQL; sessions are left out of backups. */
async function digests({ owner: { pool } }: Pick<TestDatabase, "owner">) {
  const client = await pool.connect();
  const found: Record<string, string> = {};
  try {
    for (const { name } of await readTables(client)) {
      const { rows } = await client.query(
        `select count(*) || ' ' || md5(coalesce(string_agg(t::text, ';' order by t::text), '')) as d
         from public."${name}" t`,
      );
      found[name] = rows[0].d;
    }
  } finally {
    client.release();
  }
  return found;
}

async function contents(files: ObjectStore) {
  const found: Record<string, string> = {};
  for await (const key of files.list("")) found[key] = (await files.read(key)).toString("base64");
  return found;
}

test("a backup restored elsewhere has the same rows, objects and next numbers", async () => {
  const path = join(folder, "whole");
  const manifest = await writeBackup(source(), path);
  expect(manifest.tables.map(({ name }) => name)).not.toContain("session");
  const { database, files, target } = await openTarget();
  await restoreBackup(target, path);
  expect(await digests(database)).toEqual(await digests(host.server.database));
  const kept = await contents(files);
  const all = await contents(host.owner.files);
  expect(Object.keys(kept).length).toBeGreaterThan(3);
  for (const [key, bytes] of Object.entries(kept)) expect(bytes === all[key], key).toBe(true);
  const next = "select nextval('analysis_id_seq')::int as n";
  const [here, there] = [await source().pool.query(next), await target.pool.query(next)];
  expect(there.rows).toEqual(here.rows);
  await expect(restoreBackup(target, path)).rejects.toThrow(/has users already/);
  await database.close();
});

test("a restore ends the tokens of programs, and says how many", async () => {
  const { pool } = source();
  await pool.query(
    `insert into access_token (account_id, name, token_hash, scopes, expires_at)
     select id, 'program', sha256('x'), array['read'], now() + interval '1 day' from account limit 1`,
  );
  const path = join(folder, "tokens");
  await writeBackup(source(), path);
  const { database, target } = await openTarget();
  const { ended_tokens } = await restoreBackup(target, path);
  expect(ended_tokens).toBe(1);
  const { rows } = await target.pool.query("select count(*)::int as n from access_token");
  expect(rows[0].n).toBe(0);
  await pool.query("delete from access_token");
  await database.close();
});

test("what is written meanwhile is in the backup as a whole or not at all", async () => {
  let isRunning = true;
  let pairs = 0;
  const writing = (async () => {
    while (isRunning) {
      pairs += 1;
      await host.server.database.owner.db.transaction(async (transaction) => {
        const { rows } = await transaction.execute<{ id: number }>(
          `insert into drone_model (name, abbreviation, vendor) values ('pair ${pairs}', 'P', 'V') returning id`,
        );
        await transaction.execute(
          `insert into drone (drone_model_id, serial_number, internal_identifier)
           values (${rows[0]!.id}, 'S', 'pair-${pairs}')`,
        );
      });
    }
  })();
  const path = join(folder, "meanwhile");
  await writeBackup(source(), path);
  isRunning = false;
  await writing;
  const { database, target } = await openTarget();
  await restoreBackup(target, path);
  const { rows } = await target.pool.query(
    `select (select count(*)::int from drone where internal_identifier like 'pair-%') as drones,
            (select count(*)::int from drone_model where name like 'pair %') as models`,
  );
  expect(rows[0].drones).toBe(rows[0].models);
  expect(rows[0].models).toBeLessThanOrEqual(pairs);
  await database.close();
});

test("a damaged, cut or foreign backup is refused by the file's name, and nothing is restored", async () => {
  const path = join(folder, "damaged");
  const manifest = await writeBackup(source(), path);
  const { database, files, target } = await openTarget();
  const table = join(path, manifest.tables.find(({ name }) => name === "account")!.path);
  const whole = await readFile(table);
  const refused = (words: RegExp) => expect(restoreBackup(target, path)).rejects.toThrow(words);
  await writeFile(table, Buffer.concat([whole.subarray(0, -1), Buffer.from("x")]));
  await refused(/table\/account\.copy has other content than it had/);
  await appendFile(table, "more");
  await refused(/table\/account\.copy has \d+ bytes in place of \d+/);
  await rm(table);
  await refused(/table\/account\.copy is missing/);
  await writeFile(table, whole);
  const list = join(path, manifestName);
  const text = await readFile(list, "utf8");
  await writeFile(list, text.replace(/"migration": \d+/, '"migration": 99999999999999'));
  await refused(/of a newer version/);
  await writeFile(list, "{");
  await refused(/is not the list of a backup/);
  await rm(list);
  await refused(/is not a complete backup/);
  expect(await contents(files)).toEqual({});
  const { rows } = await target.pool.query("select count(*)::int as n from customer");
  expect(rows).toEqual([{ n: 0 }]);
  await database.close();
});

test("a restore that is cut off is begun again", async () => {
  const path = join(folder, "twice");
  const manifest = await writeBackup(source(), path);
  const { database, files, target } = await openTarget();
  let puts = 0;
  const failing: ObjectStore = {
    ...files,
    put: (key, body) => {
      puts += 1;
      return puts === 3 ? Promise.reject(new Error("cut off")) : files.put(key, body);
    },
  };
  await expect(restoreBackup({ ...target, files: failing }, path)).rejects.toThrow("cut off");
  await restoreBackup(target, path);
  const { rows } = await target.pool.query("select count(*)::int as n from account");
  const accounts = manifest.tables.find(({ name }) => name === "account")!;
  expect(rows[0].n).toBe(accounts.rows);
  await database.close();
});

test("a folder that exists is not written to, and an unfinished one is no backup", async () => {
  const path = join(folder, "once");
  await writeBackup(source(), path);
  const before = (await stat(join(path, manifestName))).mtimeMs;
  await expect(writeBackup(source(), path)).rejects.toThrow(/exists/);
  expect((await stat(join(path, manifestName))).mtimeMs).toBe(before);
  const broken: ObjectStore = {
    ...host.owner.files,
    stream: () => Promise.reject(new Error("the store is away")),
  };
  const other = join(folder, "broken");
  await expect(writeBackup({ ...source(), files: broken }, other)).rejects.toThrow("away");
  expect(await readdir(folder)).not.toContain("broken");
  await expect(readManifest(join(folder, ".broken.unfinished"))).rejects.toThrow(/not a complete/);
});
