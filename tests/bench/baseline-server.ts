// The servers ours is held against: a bare file server and rows as JSON, in a process of their own.
// Usage: node baseline-server.ts FILE DATABASE_URL; prints its port.
import { createReadStream, statSync } from "node:fs";
import type { AddressInfo } from "node:net";
import fastify from "fastify";
import { Pool } from "pg";

const [file = "", databaseUrl = ""] = process.argv.slice(2);
const pool = new Pool({ connectionString: databaseUrl, max: 16 });
const server = fastify();
server.get("/file", (_, reply) => {
  const { size } = statSync(file);
  return reply
    .header("content-type", "application/octet-stream")
    .header("content-length", size)
    .send(createReadStream(file));
});
server.get("/values", async () => {
  const { rows } = await pool.query("select row, value from bench_value order by row");
  return rows as unknown[];
});
server.get("/analyses", async () => {
  const { rows } = await pool.query("select * from analysis order by id");
  return rows as unknown[];
});
server.get("/observations", async () => {
  const { rows } = await pool.query("select * from observation order by observed_at desc");
  return rows as unknown[];
});
server.post("/observation", async ({ body }) => {
  const { plant_id, dt_id, external_id } = body as Record<string, unknown>;
  const text = `insert into observation (plant_id, component_type, dt_id, observed_at, external_id)
    values ($1, 'tracker', $2, now(), $3) returning *`;
  const { rows } = await pool.query(text, [plant_id, dt_id, external_id]);
  return rows[0] as unknown;
});
await server.listen({ port: 0, host: "127.0.0.1" });
process.stdout.write(`${(server.server.address() as AddressInfo).port}\n`);
