// Every call with a body gets the largest one that it takes and must not block others.
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Endpoint } from "../src/api/endpoint.ts";
import { api } from "../src/api/index.ts";
import { botHeaders } from "../src/domain/account/bot-header.ts";
import { limits } from "../src/domain/limits.ts";
import { endpointList } from "../src/server/http/route.ts";
import { startTestServer, type TestServer } from "./fixtures/http.ts";
import { grows, largest } from "./fixtures/largest-body.ts";
import { patient } from "./fixtures/patience.ts";
import { isMutated, longestBlock } from "./fixtures/processor-time.ts";
import { storeRecords } from "./fixtures/records.ts";
import { addResultPlant } from "./fixtures/result-plant.ts";

/**
 * Milliseconds of processor time on an idle machine. Parsing 16 MiB of JSON takes about 50 of them; the other calls of today stay
 * below 30. Above this an algorithm has grown with its input.
 */
const MOST_MS = 120;

/** The others have bodies of a few fields. */
const called = endpointList(api).filter(([, , { body }]) => body !== undefined && grows(body));
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(undefined, { BOT_PROTECTION_WORK: "2" });
});
afterAll(() => server.close());

type Ids = Readonly<Record<string, number>>;

/** Objects that the call may be about: with results, with open data, and with a digital twin. */
async function* objectsOf(name: string): AsyncGenerator<Ids> {
  const { customer_id } = server.accounts.viewer;
  const records = await storeRecords(server, customer_id, name);
  yield records;
  const plant = await addResultPlant(server.services, customer_id, `${name} twin`);
  const open = { state: "EMPTY", visibility: "released" } as const;
  yield {
    ...records,
    plant: plant.plant_id,
    analysis: await plant.addAnalysis("Open", "2026-03-01", open),
  };
  yield { ...records, plant: plant.plant_id, analysis: await plant.addAnalysis("S", "2026-03-02") };
}

async function send(endpoint: Endpoint, ids: Ids, body: string): Promise<number> {
  const { token } = (await (await fetch(`${server.url}/api/bot-protection-token`)).json()) as {
    token: string;
  };
  const headers = {
    "content-type": "application/json",
    authorization: `Bearer ${await server.signIn("super_admin")}`,
    [botHeaders.token]: token,
  };
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name] ?? 1));
  const init = { method: endpoint.method, headers, body };
  try {
    const answer = await fetch(`${server.url}/api${path}`, init);
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    // A server that refuses a body closes the connection while it is still sent.
    return 0;
  }
}

it.skipIf(isMutated)(
  "no call holds up the others with the largest body that it takes",
  async () => {
    const late: string[] = [];
    const bytes = new Map<string, number>();
    for (const [at, [noun, name, endpoint]] of called.entries()) {
      const most = endpoint.maxBytes ?? limits.jsonBodyBytes;
      for await (const records of objectsOf(`Large ${at}`)) {
        const ids = { ...records };
        for (const [object, param] of Object.entries(endpoint.scope ?? {}))
          ids[param] = records[object] ?? 1;
        const about = { bytes: most * 0.95, ids, name: "", at: 0 };
        const body = JSON.stringify(largest(endpoint.body!, about));
        bytes.set(`${noun}.${name}`, body.length);
        let status = 0;
        const block = await longestBlock(async () => (status = await send(endpoint, ids, body)));
        if (block > patient(MOST_MS))
          late.push(`${noun}.${name}: ${block.toFixed(0)} ms, ${body.length} bytes, ${status}`);
        // Only where the object is the reason can another one lead further.
        if (status !== 404 && status !== 409) break;
      }
    }
    expect(late).toEqual([]);
    // The bodies are large where the contract allows it.
    const isLarge = (call: string) => (bytes.get(call) ?? 0) > 0.8 * limits.jsonBodyBytes;
    for (const call of ["nomenclature.rename", "analysisUpload.secureFileNames", "coverage.unseen"])
      expect([call, isLarge(call)]).toEqual([call, true]);
    expect(bytes.size).toBeGreaterThan(30);
  },
  patient(300_000),
);
