// A "no" beside an innocent name: what another program says in any property of an area.
import { describe, expect, it } from "vitest";
import { strToU8 } from "fflate";
import { kindOf } from "./area-kind.ts";
import { openAreas } from "./route-open.ts";

const ring = [
  [0, 0],
  [0.01, 0],
  [0.01, 0.01],
  [0, 0],
];
const opened = (properties: object) => {
  const geometry = { type: "Polygon", coordinates: [ring] };
  const text = JSON.stringify({ type: "Feature", properties, geometry });
  return openAreas(strToU8(text), "a.geojson").items[0]!;
};

describe("an area with an innocent name", () => {
  it.each([
    { name: "Flight area 3", allowed: false },
    { name: "Flight area 3", isAllowed: 0 },
    { nombre: "Vuelo norte", permitido: "no" },
    { nome: "Voo norte", autorizado: "não" },
    { nom: "Vol nord", autorisé: "faux" },
    { name: "Flugbereich 2", erlaubt: "nein" },
    { name: "Flight area", enabled: "off" },
    { name: "Flight area", active: 0 },
    { name: "Flight area", status: "suspended" },
    { name: "Flight area", estado: "cerrada" },
    { name: "Flight area", description: "no overflight" },
    { name: "Flight area", remark: "Not on Sundays" },
    { name: "Vuelo norte", observaciones: "torre de alta tensión" },
    { kind: "flight_polygon", allowed: false },
    { kind: "flight_polygon", status: "suspended" },
  ])("is never a flight polygon for certain where a property says no: %j", (properties) => {
    expect(opened(properties).kind).not.toBe("flight");
  });

  it.each([
    { name: "Flight area 3", allowed: true },
    { nombre: "Vuelo norte", permitido: "sí", color: "#00ff00", id: 7 },
    { name: "Flight area", active: 1, status: "approved", updated: "2026-01-02" },
    { nom: "Zone de vol nord", surface: "12,5 ha" },
    { kind: "flight_polygon", name: "Torre norte" },
  ])("is one where nothing says no: %j", (properties) => {
    expect(opened(properties).kind).toBe("flight");
  });

  it("has the name that French programs give it", () => {
    expect(opened({ nom: "Vol nord" }).name).toBe("Vol nord");
  });

  it("in a KML is doubted by its description", () => {
    const feature = {
      name: "Flight area",
      folders: [],
      properties: { description: "closed until further notice" },
      geometry: { type: "Polygon", rings: [] },
      feature: 1,
    } as const;
    expect(kindOf(feature)).toBeNull();
    expect(kindOf({ ...feature, properties: { description: "block 3" } })).toBe("flight_polygon");
  });
});
