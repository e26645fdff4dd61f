import { expect, it } from "vitest";
import { siteInstant, siteOffsets, siteText, siteTimeRefusal } from "./site-time.ts";
import { isEveryday } from "../../../tests/fixtures/rounds.ts";

const zone = "America/Santiago";

it("is the clock at the plant, there and back", () => {
  expect(siteText(zone, "2026-03-09T01:30:20Z")).toBe("2026-03-08T22:30");
  expect(siteInstant(zone, "2026-03-08T22:30")).toBe("2026-03-09T01:30:00.000Z");
  expect(siteInstant("Asia/Kathmandu", "2026-03-08T22:30")).toBe("2026-03-08T16:45:00.000Z");
});

it("refuses the hour that spring skips", () => {
  // At midnight the clocks in Chile went from 23:59 of the 5th to 01:00 of the 6th.
  expect(siteTimeRefusal(zone, "2026-09-06T00:30")).toEqual({ reason: "site_time_skipped" });
  expect(siteInstant(zone, "2026-09-06T00:30")).toBeNull();
  expect(siteInstant(zone, "2026-09-06T01:00")).toBe("2026-09-06T04:00:00.000Z");
  expect(siteInstant(zone, "2026-09-05T23:59")).toBe("2026-09-06T03:59:00.000Z");
});

it("asks which of the two is meant in the hour that autumn repeats", () => {
  expect(siteOffsets(zone, "2026-04-04T23:30")).toEqual(["-03:00", "-04:00"]);
  expect(siteTimeRefusal(zone, "2026-04-04T23:30")).toEqual({ reason: "site_time_twice" });
  expect(siteInstant(zone, "2026-04-04T23:30")).toBeNull();
  const both = ["2026-04-05T02:30:00.000Z", "2026-04-05T03:30:00.000Z"];
  expect(both.map((at) => siteText(zone, at))).toEqual([
    "2026-04-04T23:30-03:00",
    "2026-04-04T23:30-04:00",
  ]);
  expect(both.map((at) => siteInstant(zone, siteText(zone, at)))).toEqual(both);
  // An offset that the plant did not have then.
  expect(siteTimeRefusal(zone, "2026-04-04T23:30+09:00")).toEqual({ reason: "site_time_twice" });
});

it.skipIf(isEveryday)("finds each minute of a year again", () => {
  for (const name of [zone, "Europe/Madrid", "Australia/Lord_Howe"]) {
    for (let time = Date.UTC(2026, 0, 1); time < Date.UTC(2027, 0, 1); time += 10 * 60_000 * 7) {
      const at = new Date(time).toISOString();
      expect(siteInstant(name, siteText(name, at))).toBe(at);
    }
  }
});

it("leaves what is no time to the shape", () => {
  for (const text of ["", "2026-13-40T99:99", "tomorrow"]) {
    expect([siteTimeRefusal(zone, text), siteInstant(zone, text)]).toEqual([null, null]);
  }
});
