// The baseline of the API bench, in a process of its own: fastify with nothing around it. It answers
// `/list` with the JSON of one file, parsed at the start, `/query` with the same fields asked of the
// database each time, and serves the folder as static files.
import { readFileSync } from "node:fs";
import staticFiles from "@fastify/static";
import fastify from "fastify";
import { Pool } from "pg";

const [listFile = "", folder = "", databaseUrl = ""] = process.argv.slice(2);
const list: unknown = JSON.parse(readFileSync(listFile, "utf8"));
const server = fastify();
server.get("/list", async () => list);
const pool = new Pool({ connectionString: databaseUrl, max: 16 });
const text = `select p.id, p.customer_id, c.name as customer_name, p.name, technology,
    nominal_capacity, mounting_type, mounting_orientation, module_inclination, orientation_angle,
    setup_phase, drone_in_a_box, lon, lat, area, area_ha, flight_polygons, no_fly_polygons,
    take_off_positions, take_off_positions->0->'place' as take_off_position, flight_area_version,
    file_overlay, component_count, twin_version, twin_version > 0 as digitized,
    (select max(flown_at) from analysis where plant_id = p.id) as last_survey_at
  from plant p join customer c on c.id = p.customer_id order by p.name, p.id`;
const query = async () => (await pool.query({ name: "plants", text })).rows as unknown[];
server.get("/query", query);
// As a bystander asks, see fixtures/bystander.ts.
server.get("/api/query", query);
server.get("/api/bot-protection-token", async () => ({ token: "" }));
await server.register(staticFiles, { root: folder, prefix: "/file/" });
console.log(await server.listen({ port: 0, host: "127.0.0.1" }));
