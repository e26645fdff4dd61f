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

it("names together only those of which the same is said", () => {
  const routes = [route("A", 130), route("B", null), route("C", 145), route("D", 130)];
  const values = (metres: number) => ({ values: { metres, most: 120 } });
  expect(warningsOf(routes)).toMatchObject([
    { names: "A, D", problem: values(130) },
    { names: "C", problem: values(145) },
  ]);
  expect(warningsOf([route("E", null, { reason: "sortie_start_passed" })])).toEqual([
    { names: "E", problem: { reason: "sortie_start_passed" } },
  ]);
});
