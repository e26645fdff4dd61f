// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { limits } from "../domain/limits.ts";

vi.stubGlobal("APP_VERSION", "1.0.0");
const load = async () => {
  vi.resetModules();
  const [faults, report, { keepSession }] = await Promise.all([
    import("./diagnostics.ts"),
    import("./diagnostics-report.ts"),
    import("./session.ts"),
  ]);
  keepSession({
    token: "secret",
    permissions: [],
    customer: null,
    is_admin: false,
    is_super_admin: false,
    hidden_admin: false,
    white_labeling_version: null,
  });
  return { ...faults, ...report };
};
type Sent = { errors: { error_id: string; message: string; app_url: string }[] };
let sent: { body: Sent; keepalive: boolean | undefined }[] = [];
let isUp = true;
let stop = () => {};
beforeEach(() => {
  localStorage.clear();
  sent = [];
  isUp = true;
  vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
    sent.push({ body: JSON.parse(String(init.body)) as Sent, keepalive: init.keepalive });
    if (!isUp) throw new TypeError("Failed to fetch");
    return Response.json({ done: true });
  });
});
afterEach(() => stop());

const hide = async () => {
  Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
  await new Promise((go) => setTimeout(go, 20));
};

test("errors are sent when the tab is hidden, each once, by a request that outlives the page", async () => {
  const { recordFault, startDiagnostics } = await load();
  stop = startDiagnostics();
  recordFault({ error_id: "a1", message: "boom" });
  recordFault({ error_id: "a1", message: "boom" });
  await hide();
  await hide();
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    keepalive: true,
    body: { errors: [{ error_id: "a1", message: "boom" }] },
  });
});

test("no address in a report has a query, which may hold typed text", async () => {
  history.replaceState(null, "", "/plants?find=private#top");
  const { recordFault, faultsToSend } = await load();
  recordFault({
    error_id: "b1",
    message: "failed: https://h.example/x?url_token=secret&y=1 (500)",
  });
  const [fault] = faultsToSend();
  expect(fault?.app_url).toMatch(/\/plants$/);
  expect(fault?.message).toBe("failed: https://h.example/x (500)");
});

test("no address in a report has the key of an invitation or a reset", async () => {
  const key = "6JTPWaaHKotCLLtVD_QHWmWoCkjXXtnm8Z2ECasT-Yg";
  history.replaceState(null, "", `/reset-password/${key}`);
  const { recordFault, faultsToSend } = await load();
  recordFault({ error_id: "c1", message: `failed: https://h.example/api/register/${key} (404)` });
  const [fault] = faultsToSend();
  expect(fault?.app_url).toMatch(/\/reset-password\/key$/);
  expect(fault?.message).toBe("failed: https://h.example/api/register/key (404)");
});

test("what could not be sent is sent at the start of the next visit", async () => {
  isUp = false;
  const first = await load();
  stop = first.startDiagnostics();
  first.recordFault({ error_id: "c1", message: "offline" });
  await hide();
  stop();
  isUp = true;
  sent = [];
  const second = await load();
  stop = second.startDiagnostics();
  await new Promise((go) => setTimeout(go, 20));
  expect(sent.flatMap(({ body }) => body.errors.map(({ error_id }) => error_id))).toEqual(["c1"]);
});

test("a report stays below what browsers send from a page that closes; the newest go first", async () => {
  const { recordFault, dropFaults, faultsToSend } = await load();
  for (let at = 0; at < 50; at += 1) recordFault({ error_id: `d${at}`, message: "ü".repeat(2000) });
  const taken = faultsToSend();
  expect(JSON.stringify({ errors: taken }).length).toBeLessThan(64 * 1024);
  expect(new TextEncoder().encode(JSON.stringify(taken)).length).toBeLessThan(
    limits.reportBytes + 10,
  );
  expect(taken.at(-1)?.error_id).toBe("d49");
  expect(taken.length).toBeLessThan(50);
  dropFaults(taken);
  expect(faultsToSend().at(-1)?.error_id).toBe(`d${49 - taken.length}`);
});
