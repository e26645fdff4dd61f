import { expect, it } from "vitest";
import {
  instantAt,
  instantOfLocal,
  plantDay,
  plantLocal,
  standardTimeZone,
  wallClock,
} from "./plant-time.ts";
import { plantTimeZone } from "./plant-zone.ts";

const HOUR = 3_600_000;

// Zones of well-known plants: Andasol, Noor Ouarzazate, Kaxu, Solana, and the Pampa block in northern Chile.
it("is the civil clock of the place", () => {
  const zones = [
    [-3.07, 37.23, "Europe/Madrid"],
    [-6.87, 30.99, "Africa/Casablanca"],
    [19.6, -28.88, "Africa/Johannesburg"],
    [-112.98, 32.92, "America/Phoenix"],
    [-70.112, -18.885, "America/Santiago"],
  ] as const;
  expect(zones.map(([lon, lat]) => plantTimeZone({ lon, lat }))).toEqual(
    zones.map(([, , zone]) => zone),
  );
});

it("shows summer and winter time", () => {
  const clock = (iso: string) =>
    new Date(wallClock("Europe/Madrid", Date.parse(iso))).toISOString();
  expect(clock("2026-01-15T11:00:00Z")).toBe("2026-01-15T12:00:00.000Z");
  expect(clock("2026-07-15T11:00:00.250Z")).toBe("2026-07-15T13:00:00.250Z");
});

it("finds the instant again, every hour of a year", () => {
  for (const zone of ["Europe/Madrid", "America/Santiago", "Asia/Kolkata"]) {
    for (let time = Date.UTC(2026, 0, 1); time < Date.UTC(2027, 0, 1); time += 5 * HOUR) {
      const wall = wallClock(zone, time);
      // The hour that autumn repeats has two instants.
      expect(Math.abs(instantAt(zone, wall) - time) % HOUR).toBe(0);
      expect(wallClock(zone, instantAt(zone, wall))).toBe(wall);
    }
  }
});

it("has days of 23 and 25 hours", () => {
  const hours = (iso: string) => {
    const [from, to] = plantDay("Europe/Madrid", Date.parse(iso));
    return (to - from) / HOUR;
  };
  expect(hours("2026-03-29T12:00:00Z")).toBe(23);
  expect(hours("2026-10-25T12:00:00Z")).toBe(25);
  expect(hours("2026-06-01T23:30:00Z")).toBe(24);
  expect(plantDay("Europe/Madrid", Date.parse("2026-06-01T23:30:00Z"))[0]).toBe(
    Date.parse("2026-06-01T22:00:00Z"),
  );
});

it("is written into a field and read from it", () => {
  const time = Date.parse("2026-06-01T10:30:00Z");
  expect(plantLocal("America/Santiago", time)).toBe("2026-06-01T06:30");
  expect(instantOfLocal("America/Santiago", "2026-06-01T06:30")).toBe(time);
  expect(instantOfLocal("America/Santiago", "soon")).toBeNull();
});

it.each([
  ["America/Santiago", { id: "Etc/GMT+4", hours: -4 }],
  ["Europe/Madrid", { id: "Etc/GMT-1", hours: 1 }],
  ["Europe/Lisbon", { id: "Etc/GMT+0", hours: 0 }],
  ["America/Phoenix", null],
  ["America/St_Johns", null],
] as const)("knows the time of %s without daylight saving", (zone, wanted) => {
  expect(standardTimeZone(zone)).toEqual(wanted);
});
