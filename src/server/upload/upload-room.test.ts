import { afterAll, describe, expect, it } from "vitest";
import { startTestServer } from "../../../tests/fixtures/http.ts";
import { hexHash, sampleBytes, storeSurvey, uploadsOf } from "../../../tests/fixtures/upload.ts";
import { reasonsIn } from "../../../tests/fixtures/upload-host.ts";

const server = await startTestServer();
afterAll(() => server.close());

describe("an upload to a disk without room", () => {
  it("is refused with 507, keeps what was acknowledged, and goes on when there is room", async () => {
    const host = uploadsOf(server);
    const { analysis_id } = await storeSurvey(server, "Survey");
    const bytes = sampleBytes(10_000);
    const upload = await host.begin(analysis_id, "a.jpg", bytes.length);
    await host.nextChunk(upload.id, 0, bytes.subarray(0, 4000));
    const { files } = server.services;
    const { append } = files.growing;
    const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
    Object.assign(files.growing, { append: () => Promise.reject(full) });
    const refused = await host.nextChunk(upload.id, 4000, bytes.subarray(4000));
    expect(refused.status).toBe(507);
    Object.assign(files.growing, { append });
    expect((await host.head(upload.id)).headers.get("upload-offset")).toBe("4000");
    const early = await host.finish(upload.id, hexHash(bytes));
    expect(reasonsIn(early.body)).toEqual(["upload_incomplete"]);
    expect((await host.nextChunk(upload.id, 4000, bytes.subarray(4000))).status).toBe(200);
    expect((await host.finish(upload.id, hexHash(bytes))).status).toBe(200);
  });

  it("is refused before it begins where the file does not fit", async () => {
    const host = uploadsOf(server);
    const { analysis_id } = await storeSurvey(server, "Other survey");
    const answer = await host.create(analysis_id, "a.jpg", 200 * 1024 ** 4);
    expect(answer.status).toBe(400);
  });
});
