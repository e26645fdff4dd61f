// Times at a plant, on a device whose clock shows another time.
import { afterEach, beforeAll, expect, test } from "vitest";
import { isSurveyInRange, siteClock, surveyDate, surveyDay } from "./site-clock.ts";
import { startWords } from "../../client/i18n.ts";
import { zoneName } from "./locale.ts";

const before = process.env["TZ"];
beforeAll(() => startWords("en"));
afterEach(() => {
  process.env["TZ"] = before;
});

/** 22:30 of the 8th in Chile, 10:30 of the 9th in Japan. */
const flown_at = "2026-03-09T01:30:00Z";
const survey = { flown_at, time_zone: "America/Santiago" };
const plain = (text: string) => text.replaceAll(/\s/g, " ");

test("the day is that of the plant, wherever the reader is", () => {
  for (const zone of ["Asia/Tokyo", "America/Santiago", "Pacific/Auckland"]) {
    process.env["TZ"] = zone;
    expect([surveyDay(survey), surveyDate(survey)]).toEqual(["8 Mar 2026", "2026-03-08"]);
  }
});

test("a time has the name of its zone where the clock of the reader differs then", () => {
  const clock = siteClock(survey.time_zone);
  process.env["TZ"] = "Asia/Tokyo";
  expect(plain(clock.time(flown_at))).toBe("8 Mar 2026, 22:30 (Santiago time)");
  expect(plain(clock.timeOfDay(flown_at))).toBe("22:30 (Santiago time)");
  process.env["TZ"] = "America/Santiago";
  expect(plain(clock.time(flown_at))).toBe("8 Mar 2026, 22:30");
  // The same offset in March, another one in July.
  process.env["TZ"] = "America/Sao_Paulo";
  expect(plain(clock.time(flown_at))).toBe("8 Mar 2026, 22:30");
  expect(plain(clock.time("2026-07-09T01:30:00Z"))).toBe("8 Jul 2026, 21:30 (Santiago time)");
});

test("at sea the zone is named by its offset", () => {
  process.env["TZ"] = "Asia/Tokyo";
  expect(plain(siteClock("Etc/GMT+3").time(flown_at))).toBe("8 Mar 2026, 22:30 (UTC−3)");
  expect([zoneName("Etc/GMT-10"), zoneName("Etc/GMT"), zoneName("UTC")]).toEqual([
    "UTC+10",
    "UTC",
    "UTC",
  ]);
});

test("without a zone, or with one that this device does not know, its own clock is used and named", () => {
  process.env["TZ"] = "Asia/Tokyo";
  for (const zone of [undefined, null, "America/Never_Was"]) {
    const clock = siteClock(zone);
    expect(clock.isKnown).toBe(false);
    expect(plain(clock.time(flown_at))).toBe("9 Mar 2026, 10:30 (Tokyo time)");
  }
});

test("a survey of today at the plant is in the last days, though today has not begun here", () => {
  process.env["TZ"] = "America/Los_Angeles";
  const now = new Date().toISOString();
  expect(isSurveyInRange({ flown_at: now, time_zone: "Pacific/Kiritimati" }, "last_7_days")).toBe(
    true,
  );
});
