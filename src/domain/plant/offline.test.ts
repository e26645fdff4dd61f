import { expect, it } from "vitest";
import { expiryOf, goOfflineRefusal, hasRoom, isExpired } from "./offline.ts";

it("refuses a plant that is offline already, and one whose observations have not been sent", () => {
  expect(goOfflineRefusal(true, 0)).toEqual({ reason: "offline_already" });
  expect(goOfflineRefusal(true, 2)).toEqual({ reason: "offline_already" });
  expect(goOfflineRefusal(false, 1)).toEqual({ reason: "offline_waiting" });
  expect(goOfflineRefusal(false, 0)).toBeNull();
});

it("keeps the data for 30 days, to the millisecond", () => {
  const taken = Date.UTC(2026, 1, 10, 9, 30);
  const expires_at = expiryOf(taken);
  expect(expires_at).toBe("2026-03-12T09:30:00.000Z");
  expect(isExpired({ expires_at }, Date.UTC(2026, 2, 12, 9, 30) - 1)).toBe(false);
  expect(isExpired({ expires_at }, Date.UTC(2026, 2, 12, 9, 30))).toBe(true);
});

it("needs a fifth more room than the data, and 50 MB for new observations", () => {
  const mb = 1024 ** 2;
  expect(hasRoom(100 * mb, 170 * mb)).toBe(true);
  expect(hasRoom(100 * mb, 170 * mb - 1)).toBe(false);
  expect(hasRoom(0, 50 * mb)).toBe(true);
});
