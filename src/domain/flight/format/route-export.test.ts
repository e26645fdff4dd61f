import { describe, expect, it } from "vitest";
import type { FlightRoute } from "../route/flight-route.ts";
import { allRouteFiles, routeFiles } from "./route-export.ts";
import { routeFormats } from "./route-format.ts";
import { openRoutes } from "./route-open.ts";
import { randomAreas, randomRoute, randomSource } from "./route.fixture.ts";

const random = randomSource(9);
const route = randomRoute(random, 5);
let long: FlightRoute;
do long = { ...randomRoute(random, 80), name: "Block 1/2: noon" };
while (long.waypoints.length < 100);
const options = { areas: randomAreas(random), created_ms: Date.UTC(2026, 5, 1) };

describe("the files of a route", () => {
  it("are opened again in every format", () => {
    for (const format of routeFormats) {
      const [file, ...more] = routeFiles(route, format, options);
      expect(more).toEqual([]);
      expect(file!.name).toBe(`${route.name}.${format}`);
      const [opened] = openRoutes(file!.bytes, file!.name);
      expect(opened?.name).toBe(route.name);
      expect(opened?.waypoints.map(({ place }) => place)).toEqual(
        route.waypoints.map(({ place }) => place),
      );
    }
  });

  it("have the name that the plant gives to the take-off position now", () => {
    const named = [{ ...route.take_off, name: "West gate" }];
    const nameIn = (format: "kml" | "geojson", take_offs: typeof named | []) => {
      const areas = { ...options.areas, take_offs };
      const [file] = routeFiles(route, format, { ...options, areas });
      return openRoutes(file!.bytes, file!.name)[0]?.take_off?.name;
    };
    for (const format of ["kml", "geojson"] as const) {
      expect(nameIn(format, named)).toBe("West gate");
      expect(nameIn(format, [])).toBeUndefined();
    }
  });

  it("are several where the format allows fewer waypoints, with names that are allowed", () => {
    const names = routeFiles(long, "csv", options).map(({ name }) => name);
    expect(names.slice(0, 2)).toEqual(["Block 1-2- noon-1.csv", "Block 1-2- noon-2.csv"]);
  });

  it("have a folder for each format, and a second route of the same name keeps its files", async () => {
    const { files, left_out } = await allRouteFiles([route, route], routeFormats, options);
    expect(left_out).toEqual([]);
    expect(files.map(({ name }) => name)).toEqual(
      routeFormats.flatMap((format) => [
        `${format}/${route.name}.${format}`,
        `${format}/${route.name} (2).${format}`,
      ]),
    );
  });

  it("leave out what a drone does not fly, and say so", async () => {
    const mavic = { ...route, aircraft: "M2EA" } as const;
    const { files, left_out } = await allRouteFiles([mavic], ["kmz", "csv"], options);
    expect(files.map(({ name }) => name)).toEqual([`csv/${route.name}.csv`]);
    expect(left_out).toEqual([
      { reason: "kmz_aircraft", values: { aircraft: "M2EA" }, file: `${route.name}.kmz` },
    ]);
    await expect(allRouteFiles([mavic], ["kmz"], options)).rejects.toThrow(/kmz_aircraft/);
  });
});
