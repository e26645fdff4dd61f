import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { mapServiceNames, mapServiceOf } from "./map-service.ts";
import { readSettings } from "./settings.ts";

const written = mapServiceNames.map((name) => name.replace("KEY", "k3y-of_a-user"));

/** Every address in a style of ours, with those of a style's own file. */
function hostsOf(style: string | null): string[] {
  if (style === null) return [];
  if (!style.startsWith("/")) return [new URL(style).origin];
  const file = join(import.meta.dirname, "..", "..", "..", "public", style);
  const { sources } = JSON.parse(readFileSync(file, "utf8")) as {
    sources: Record<string, { tiles: string[]; attribution: string }>;
  };
  return Object.values(sources).flatMap(({ tiles, attribution }) => {
    expect(attribution).toMatch(/OpenStreetMap|Esri/);
    return tiles.map((tile) => new URL(tile).origin);
  });
}

describe("a known map service", () => {
  it.each(written)("allows the hosts that its styles name and no other: %s", (name) => {
    const service = mapServiceOf(name);
    if (!service) throw new Error(`${name} is not known`);
    const { light, dark, satellite, origins } = service;
    const hosts = [light, dark, satellite].flatMap(hostsOf);
    expect(hosts.length).toBeGreaterThan(0);
    expect([...new Set(hosts)]).toEqual(origins);
  });

  it("takes the address of a style instead of a name", () => {
    expect(mapServiceOf("https://tiles.example.org/style.json?key=a")).toEqual({
      light: "https://tiles.example.org/style.json?key=a",
      dark: "https://tiles.example.org/style.json?key=a",
      satellite: null,
      origins: ["https://tiles.example.org"],
    });
  });

  it.each(["openstreetmap", "maptiler", "maptiler:", "osm:key", "constructor", "ftp://x/y"])(
    "is refused at start with the list of those that are known: %s",
    (name) => {
      const list = mapServiceNames.join(", ");
      expect(() => readSettings({ MAP_STYLE: name })).toThrow(
        `MAP_STYLE must be one of ${list}, or the address of a MapLibre style.`,
      );
    },
  );

  it("never has its key in a message", () => {
    expect(() => readSettings({ MAP_STYLE: "maptiIer:geheim" })).toThrow(/^(?!.*geheim)/s);
  });
});
