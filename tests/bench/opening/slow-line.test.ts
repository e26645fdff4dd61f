// The line against its own figures, by a server that answers a known number of bytes.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { startSlowLine } from "./slow-line.ts";

const body = Buffer.alloc(300_000, "x");
const server = createServer((asked, answer) => answer.end(asked.url === "/large" ? body : "ok"));
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const line = await startSlowLine((server.address() as AddressInfo).port, {
  bytesPerSecond: 1_000_000,
  roundTripMs: 80,
});
afterAll(async () => {
  await line.stop();
  server.closeAllConnections();
  server.close();
});

async function timed(path: string): Promise<{ ms: number; bytes: number }> {
  const begun = performance.now();
  const answer = await fetch(`http://127.0.0.1:${line.port}${path}`);
  const bytes = (await answer.arrayBuffer()).byteLength;
  return { ms: performance.now() - begun, bytes };
}

test("nothing arrives before a round trip, and no byte faster than the line carries it", async () => {
  expect((await timed("/small")).ms).toBeGreaterThanOrEqual(79);
  const large = await timed("/large");
  expect(large.bytes).toBe(body.length);
  // 300 kB at 1 MB a second, and the way there and back.
  expect(large.ms).toBeGreaterThanOrEqual(379);
});

test("two at the same time share the line", async () => {
  const before = line.bytes();
  const begun = performance.now();
  await Promise.all([timed("/large"), timed("/large")]);
  expect(performance.now() - begun).toBeGreaterThanOrEqual(679);
  expect(line.bytes() - before).toBeGreaterThanOrEqual(2 * body.length);
});
