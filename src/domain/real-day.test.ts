// Days that no calendar has are refused wherever a file says when something was: JavaScript reads the 30th of February as
// the second of March.
import { expect, it } from "vitest";
import { photoTime } from "./image/photo-time.ts";
import { clockOf } from "./meter/meter-clock.ts";
import { observedTime } from "./observation/observation-file.ts";
import { instantOfLocal } from "./plant/plant-time.ts";
import { isRealDay } from "./real-day.ts";
import { tableInstant } from "./table/table-time.ts";

// By the Gregorian calendar: 2024 is a leap year, 2026 and 1900 are none.
const none = ["2026-02-29", "2026-02-30", "2026-04-31", "2026-06-31", "1900-02-29", "2026-13-01"];
const some = ["2024-02-29", "2026-02-28", "2026-12-31", "2000-02-29"];

it.each(none)("%s is no day", (day) => {
  expect(isRealDay(day)).toBe(false);
  for (const text of [`${day} 12:00`, `${day}T12:00:00Z`, `${day} 12:00-04:00`]) {
    expect(tableInstant(text, "UTC"), text).toMatchObject({ reason: "condition_time_bad" });
    expect(observedTime(text, "UTC"), text).toMatchObject({ kind: "bad" });
    const clock = clockOf({ zone: "UTC", plant_zone: "UTC" }, [text]);
    expect(clock.read(text, -Infinity), text).toMatchObject({ reason: "condition_time_bad" });
  }
  const days = clockOf({ zone: "UTC", plant_zone: "UTC" }, [day]);
  expect(days.read(day, -Infinity)).toMatchObject({ reason: "condition_time_bad" });
  const taken = { DateTimeOriginal: `${day.replaceAll("-", ":")} 12:00:00`, OffsetTime: "+00:00" };
  expect(photoTime(taken, null).taken_at).toBeNull();
  expect(instantOfLocal("UTC", `${day}T12:00`)).toBeNull();
});

it.each(some)("%s is a day", (day) => {
  expect(isRealDay(day)).toBe(true);
  expect(tableInstant(`${day} 12:00`, "UTC")).toBe(`${day}T12:00:00.000Z`);
  const taken = { DateTimeOriginal: `${day.replaceAll("-", ":")} 12:00:00`, OffsetTime: "+00:00" };
  expect(photoTime(taken, null).taken_at).toBe(`${day}T12:00:00.000Z`);
  expect(instantOfLocal("UTC", `${day}T12:00`)).toBe(Date.parse(`${day}T12:00:00Z`));
});
