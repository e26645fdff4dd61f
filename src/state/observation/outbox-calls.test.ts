import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { limits } from "../../domain/limits.ts";
import { asked, serve } from "../shell/served.fixture.ts";
import { sendInParts, serverCalls } from "./outbox-calls.ts";

vi.mock("../../client/call.ts", () => import("../shell/served.fixture.ts"));
vi.mock("../../client/upload.ts", async () => ({
  uploadBytes: (await import("../shell/served.fixture.ts")).call,
}));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a request without an answer is given up as a lost connection", async () => {
  const silence = ({ signal }: { signal: AbortSignal }) =>
    new Promise((_, reject) =>
      signal.addEventListener("abort", () => reject(new Error("aborted"))),
    );
  serve({ "GET /auth/observation/{id}": silence });
  const refused = expect(serverCalls.read(7)).rejects.toMatchObject({ code: "DISCONNECT" });
  await vi.advanceTimersByTimeAsync(limits.outboxSilenceMs);
  await refused;
});

test.each([
  ["plan\u202egpj.exe", "plangpj.exe"],
  ["\u2066\u0007", "photo"],
])("a photo that is sent in parts is named as it can be shown: %j", async (file_name, shown) => {
  serve({
    "GET /auth/observation/{id}/image-part/{file_id}": { offset: 0 },
    "POST /auth/observation/{id}/image-part/{file_id}": { offset: 3, observation: { id: 7 } },
  });
  const photo = { file_id: "one", file_name, hash: "a".repeat(64) };
  expect(await sendInParts(7, photo, new ArrayBuffer(3))).toEqual({ id: 7 });
  const [address = ""] = asked.at(-1) ?? [];
  expect(new URLSearchParams(address.split("?")[1]).get("file_name")).toBe(shown);
});
