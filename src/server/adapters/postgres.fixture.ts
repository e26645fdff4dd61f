// A server that tests kill. It inserts numbers and prints each one that PostgreSQL acknowledged.

import { Client } from "pg";
import { openDataFolder } from "../start/data-folder.ts";
import { startEmbeddedPostgres } from "./postgres.ts";

const folder = await openDataFolder(process.argv[2] ?? "");
const database = await startEmbeddedPostgres(folder.path);
const client = new Client({ connectionString: database.ownerUrl });
await client.connect();
await client.query("create table kept (value int)");
for (let value = 1; ; value += 1) {
  await client.query("insert into kept values ($1)", [value]);
  process.stdout.write(`${value}\n`);
}
