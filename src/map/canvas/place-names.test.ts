import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nameFeatures, nameLayers, type NameTable } from "./place-names.ts";

const file = join(import.meta.dirname, "..", "..", "..", "public", "ground", "names.json");
const shipped = JSON.parse(readFileSync(file, "utf8")) as NameTable;
const named = (locale: "en" | "es" | "pt") =>
  nameFeatures(shipped, locale).features.map(({ properties, geometry }) => ({
    name: properties?.["name"] as string,
    kind: properties?.["kind"] as string,
    at: geometry.coordinates,
  }));

test("countries and towns are named in the language of the page", () => {
  const names = (locale: "en" | "es" | "pt") => named(locale).map(({ name }) => name);
  expect(names("en")).toEqual(expect.arrayContaining(["Spain", "Chile", "Seville", "Santiago"]));
  expect(names("es")).toEqual(expect.arrayContaining(["España", "Sevilla", "Nueva York"]));
  expect(names("pt")).toEqual(expect.arrayContaining(["Espanha", "Sevilha", "Nova Iorque"]));
});

test("each name is on the ground where it belongs", () => {
  const at = (name: string) => named("en").find((one) => one.name === name)?.at;
  // Encyclopaedic coordinates, in degrees.
  for (const [name, lon, lat] of [
    ["Seville", -5.99, 37.39],
    ["Antofagasta", -70.4, -23.65],
    ["Johannesburg", 28.05, -26.2],
  ] as const) {
    const [x = 0, y = 0] = at(name) ?? [];
    expect(Math.hypot(x - lon, y - lat), name).toBeLessThan(0.2);
  }
  for (const [name, west, south, east, north] of [
    ["Spain", -9.4, 36, 3.4, 43.8],
    ["Chile", -75.7, -55.9, -66.4, -17.5],
    ["France", -4.8, 42.3, 8.3, 51.1],
    ["Norway", 4.5, 57.9, 31.1, 71.2],
  ] as const) {
    const [x = 0, y = 0] = at(name) ?? [];
    expect([x > west, x < east, y > south, y < north], name).toEqual([true, true, true, true]);
  }
});

test("no place is named twice, and every country has a name", () => {
  expect(named("pt").filter(({ kind }) => kind === "country")).toHaveLength(
    shipped.countries.length,
  );
  const places = shipped.places.map(([name, lon, lat]) => `${name} ${lon} ${lat}`);
  expect(new Set(places).size).toBe(places.length);
});

test("the layers need no file of another host, and no glyphs", () => {
  expect(JSON.stringify(nameLayers({ name: "#000000", halo: "#ffffff" }))).not.toMatch(/https?:/);
});
