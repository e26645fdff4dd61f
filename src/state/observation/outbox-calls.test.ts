import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { limits } from "../../domain/limits.ts";
import { serve } from "../shell/served.fixture.ts";
import { serverCalls } from "./outbox-calls.ts";

vi.mock("../../client/call.ts", () => import("../shell/served.fixture.ts"));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a request without an answer is given up as a lost connection", async () => {
  const silence = ({ signal }: { signal: AbortSignal }) =>
    new Promise((_, reject) =>
      signal.addEventListener("abort", () => reject(new Error("aborted"))),
    );
  serve({ "GET /auth/observation/{id}": silence });
  const asked = serverCalls.read(7);
  const refused = expect(asked).rejects.toMatchObject({ code: "DISCONNECT" });
  await vi.advanceTimersByTimeAsync(limits.outboxSilenceMs);
  await refused;
});
