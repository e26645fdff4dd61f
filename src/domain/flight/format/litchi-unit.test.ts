// Numbers of a Litchi mission that name no unit.
import { expect, it } from "vitest";
import { isFailure } from "../../error.ts";
import { readLitchiCsv } from "./litchi-csv.ts";

const read = (text: string) => readLitchiCsv(new TextEncoder().encode(text), "a.csv");
function refused(reading: () => unknown) {
  try {
    reading();
    return null;
  } catch (cause) {
    if (!isFailure(cause)) throw cause;
    return cause.problems[0];
  }
}

it("refuses numbers that may be metres or feet", () => {
  expect(refused(() => read("latitude,longitude,altitude\n1,2,100\n"))).toEqual({
    file: "a.csv",
    reason: "litchi_unit",
    line: 1,
    values: { name: "altitude" },
  });
  const imperial = "latitude,longitude,altitude(ft),photo_distinterval";
  expect(refused(() => read(`${imperial}\n1,2,100,30\n`))).toEqual({
    file: "a.csv",
    reason: "litchi_unit",
    line: 2,
    feature: 1,
    field: "photo_distinterval",
    values: { name: "photo_distinterval" },
  });
  expect(read(`${imperial}\n1,2,100,-1\n`).waypoints[0]?.photo_m).toBeNull();
  const stated = read(`${imperial}(ft)\n1,2,100,30\n`).waypoints[0];
  expect(stated?.photo_m).toBeCloseTo(9.144, 9);
  const metric = "latitude,longitude,altitude(m),photo_distinterval";
  expect(read(`${metric}\n1,2,100,30\n`).waypoints[0]?.photo_m).toBe(30);
});
