// The warnings of several routes: each with the values of its own routes.
import { expect, it } from "vitest";
import type { CheckedRoute } from "../../../domain/flight/route/route-check.ts";
import { warningsOf } from "./flight-warnings.ts";

const route = (name: string, metres: number | null, past: object | null = null) =>
  ({
    name,
    check: {
      warnings:
        metres === null ? [] : [{ reason: "flight_above_legal", values: { metres, most: 120 } }],
      past,
    },
  }) as unknown as CheckedRoute;

it("says each reason once, with the worst number, the routes that have it and those with others", () => {
  const routes = [route("A", 130), route("B", null), route("C", 145), route("D", 130)];
  const values = (metres: number) => ({ values: { metres, most: 120 } });
  expect(warningsOf(routes)).toMatchObject([{ names: "C", problem: values(145), others: "A, D" }]);
  expect(warningsOf([route("A", 130), route("D", 130)])).toEqual([
    { names: "A, D", problem: { reason: "flight_above_legal", ...values(130) }, others: null },
  ]);
  expect(warningsOf([route("E", null, { reason: "sortie_start_passed" })])).toEqual([
    { names: "E", problem: { reason: "sortie_start_passed" }, others: null },
  ]);
});

it("takes the lower number where that is the worse one, and names each of 40 routes once", () => {
  const low = (name: string, metres: number) =>
    ({
      name,
      check: {
        warnings: [{ reason: "way_low", values: { waypoint: 2, metres, least: 30 } }],
        past: { reason: "sortie_start_passed", values: { date: "1 June", start: name } },
      },
    }) as unknown as CheckedRoute;
  const routes = Array.from({ length: 40 }, (_, at) => low(`R${at + 1}`, at === 20 ? 12 : 25));
  const said = warningsOf(routes);
  expect(said.map(({ names, problem }) => [names, problem.reason])).toEqual([
    ["R21", "way_low"],
    ["R1", "sortie_start_passed"],
  ]);
  expect(said[0]!.problem.values).toMatchObject({ metres: 12 });
  expect(said.map(({ others }) => others!.split(", ").length)).toEqual([39, 39]);
});
