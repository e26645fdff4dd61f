// A process with readers for the tests: some of them never end or take all memory.
import { failure } from "../../domain/error.ts";
import type { Reader } from "./reader.ts";
import { serveReaders } from "./reader-service.ts";

const wait = (milliseconds: number) => new Promise((wake) => setTimeout(wake, milliseconds));
const one = <Input, Result, Said = never>(reader: Reader<Input, Result, Said>) => {
  return async () => ({ reader });
};

const hold: unknown[] = [];

serveReaders({
  pid: one(async () => process.pid),
  echo: one(async (input: unknown) => input),
  sleep: one(async (milliseconds: number) => wait(milliseconds).then(() => process.pid)),
  refuse: one(async () => {
    throw failure("FILE_REFUSED", { reason: "not_geojson", line: 3 });
  }),
  break: one(async () => {
    throw new Error("secret detail");
  }),
  spin: one(async () => {
    for (;;) Math.random();
  }),
  busy: one(async (milliseconds: number) => {
    const begun = process.cpuUsage();
    for (let used = 0; used < milliseconds * 1000;) {
      const { user, system } = process.cpuUsage(begun);
      used = user + system;
    }
    return "done";
  }),
  // Native code of V8 that nothing can interrupt: in a thread of the server it ends the whole server.
  json: one(async () => JSON.parse(`[${"[1],".repeat(3e7)}1]`) as unknown),
  buffers: one(async () => {
    for (;;) {
      hold.push(new Float64Array(1e6).fill(1));
      await wait(1);
    }
  }),
  exit: one(async () => process.exit(3)),
  environment: one(async () => ({ ...process.env })),
  count: one(async (to: number, say: (value: number) => Promise<void>) => {
    for (let step = 1; step <= to; step += 1) await say(step);
    return to;
  }),
});
