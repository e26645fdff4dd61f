import { describe, expect, it } from "vitest";
import { fieldReader, readFileName, typeOfWord } from "./field.ts";

describe("the words of a file", () => {
  it.each([
    ["Mesa", "tracker"],
    ["Paneles", "module"],
    ["Módulos", "module"],
    ["painéis", "module"],
    ["Absorber Tubes", "absorber_tube"],
    ["espejos", "mirror"],
    ["Zona PV", "tracker_group"],
    ["lazos", "loop"],
    ["HCE", "absorber_tube"],
  ])("name a component type: %s", (word, type) => {
    expect(typeOfWord(word)).toBe(type);
  });

  it("tell nothing where they name none", () => {
    expect(typeOfWord("inverter")).toBeNull();
  });

  it("are looked for outside of the plant's name", () => {
    expect(readFileName("Solar Panel Park - Mesa_BP-A-1.kml", "Solar Panel Park")).toEqual({
      type: "tracker",
      label: "BP-A-1",
    });
    expect(readFileName("pampa_tracker_groups.geojson", "Pampa")).toMatchObject({
      type: "tracker_group",
    });
  });

  it("are found in properties whatever their case, accents and separators", () => {
    const { read } = fieldReader();
    const properties = {
      "Id integer": "001_002",
      "ZONA pv": "B",
      Mesa: "M1",
      Altura: "2.5",
      DT_ID: 7,
    };
    expect(read(properties, "module")).toEqual({
      dtId: "7",
      parent: null,
      pcs: "001_002",
      group: "B",
      parentName: "M1",
      height: 2.5,
    });
    expect(read({ Mesa: "M1" }, "tracker")).toMatchObject({ pcs: "M1", group: "", dtId: null });
    expect(read(properties, "module")).toMatchObject({ dtId: "7" });
  });
});
