// Addresses that no webhook has, and when an attempt follows.
import { expect, it, test } from "vitest";
import { retryMs, retrySeconds, webhookUrlRefusal } from "./webhook.ts";

const own = (host: string) => host === "127.0.0.1:9000";

test.each([
  ["https://maintenance.example.com/hook?site=1", null],
  ["http://127.0.0.1:9000/hook", null],
  ["http://maintenance.example.com/hook", "webhook_url_https"],
  ["http://127.0.0.1:9001/hook", "webhook_url_https"],
  ["ftp://maintenance.example.com", "webhook_url_https"],
  ["javascript:alert(1)", "webhook_url_invalid"],
  ["maintenance.example.com", "webhook_url_invalid"],
  ["https://", "webhook_url_invalid"],
  ["https://user:secret@maintenance.example.com", "webhook_url_password"],
  ["https://maintenance.example.com/#part", "webhook_url_invalid"],
])("%s: %s", (url, reason) => {
  expect(webhookUrlRefusal(url, own)?.reason ?? null).toBe(reason);
});

it("an attempt follows for about a day, each later than the one before", () => {
  const waits = Array.from({ length: retrySeconds.length + 1 }, (_, at) => retryMs(at + 1));
  expect(waits.at(-1)).toBeNull();
  const known = waits.filter((ms) => ms !== null);
  expect(known).toEqual(known.toSorted((a, b) => a - b));
  const hours = known.reduce((sum, ms) => sum + ms, 0) / 3_600_000;
  expect(hours).toBeGreaterThan(22);
  expect(hours).toBeLessThan(26);
});
