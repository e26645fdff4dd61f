// Others' requests while large files are read for a preview: they are answered between the parts of it, not after it.
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, expect, it } from "vitest";
import { patient } from "../../../../tests/fixtures/patience.ts";
import { issueToken } from "../../../../tests/fixtures/proof.ts";
import { api } from "../../../api/index.ts";
import { botHeaders } from "../../../domain/account/bot-header.ts";
import type { FilePreview } from "../../../domain/file-preview/file-preview.ts";
import { limits } from "../../../domain/limits.ts";
import { startTwinStand, type TwinStand } from "../../upload/digital-twin.fixture.ts";

let stand: TwinStand;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "load-"));
  stand = await startTwinStand();
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await stand.server.close();
});

const corners = (at: number) => {
  const [west, south] = [-70.2 + (at % 500) * 1.2e-5, -18.9 + Math.floor(at / 500) * 2.4e-5];
  const [east, north] = [west + 1e-5, south + 2e-5];
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ] as const;
};
/** As many features as fit into the size that is shown at once. */
function filled(head: string, feature: (at: number) => string, between: string, end: string) {
  const parts: string[] = [];
  let letters = head.length + end.length;
  for (let at = 0; ; at += 1) {
    const one = feature(at);
    letters += one.length + between.length;
    if (letters > limits.previewedFileBytes - 1024) break;
    parts.push(one);
  }
  return { text: head + parts.join(between) + end, count: parts.length };
}
const large = {
  geojson: () =>
    filled(
      '{"type":"FeatureCollection","features":[',
      (at) =>
        `{"type":"Feature","properties":{"name":"M${at}"},"geometry":{"type":"Polygon","coordinates":[${JSON.stringify(corners(at))}]}}`,
      ",\n",
      "]}",
    ),
  dxf: () =>
    filled(
      "0\nSECTION\n2\nENTITIES\n",
      (at) =>
        ["0\nLWPOLYLINE\n8\nModules\n90\n4\n70\n1"]
          .concat(
            corners(at)
              .slice(0, 4)
              .map(([x, y]) => `10\n${x}\n20\n${y}`),
          )
          .join("\n"),
      "\n",
      "\n0\nENDSEC\n0\nEOF\n",
    ),
};

/** Sends the file from another thread, so that its client holds up nothing here. */
const client = `
const { workerData, parentPort } = require("node:worker_threads");
(async () => {
  const { url, headers, path, name } = workerData;
  const body = new FormData();
  body.append("files", await require("node:fs").openAsBlob(path), name);
  const answer = await fetch(url, { method: "POST", headers, body });
  parentPort.postMessage({ status: answer.status, text: await answer.text() });
})();`;

async function sent(workerData: Readonly<Record<string, unknown>>) {
  const worker = new Worker(client, { eval: true, workerData });
  const [answer] = (await once(worker, "message")) as [{ status: number; text: string }];
  await worker.terminate();
  return answer;
}

it.each(["geojson", "dxf"] as const)(
  "are answered while a %s of the greatest size is read",
  { timeout: patient(120_000) },
  async (ending) => {
    const { id, name } = await stand.makePlant();
    const { text, count } = large[ending]();
    const path = join(folder, `large.${ending}`);
    await writeFile(path, text);
    const { url, accounts } = stand.server;
    const { token } = await issueToken(url);
    const headers = {
      authorization: `Bearer ${accounts.analyst.token}`,
      [botHeaders.token]: token,
    };
    let isRead = false;
    const began = performance.now();
    const preview = sent({
      url: `${url}/api/auth/plant/${id}/field-geometry/preview`,
      headers,
      path,
      name: `${name} modules.${ending}`,
    }).finally(() => {
      isRead = true;
    });
    let [answered, longest] = [0, 0];
    while (!isRead) {
      const asked = performance.now();
      const { status } = await stand.server.ask(api.plant.list, "viewer", {});
      expect(status).toBe(200);
      longest = Math.max(longest, performance.now() - asked);
      answered += 1;
    }
    const whole = performance.now() - began;
    const { status, text: answer } = await preview;
    expect([status, status === 200 ? "" : answer]).toEqual([200, ""]);
    expect((JSON.parse(answer) as FilePreview).outline_count).toBe(count);
    // Read in this process, the file would hold the loop for most of the time, and few others would be answered.
    expect(answered).toBeGreaterThan(30);
    expect(longest).toBeLessThan(whole / 3);
  },
);
