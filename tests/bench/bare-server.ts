// The baseline of the API bench, in a process of its own: fastify with nothing around it. It answers
// `/list` with the JSON of one file, parsed at the start, and serves the folder as static files.
import { readFileSync } from "node:fs";
import staticFiles from "@fastify/static";
import fastify from "fastify";

const [listFile = "", folder = ""] = process.argv.slice(2);
const list: unknown = JSON.parse(readFileSync(listFile, "utf8"));
const server = fastify();
server.get("/list", async () => list);
await server.register(staticFiles, { root: folder, prefix: "/file/" });
console.log(await server.listen({ port: 0, host: "127.0.0.1" }));
