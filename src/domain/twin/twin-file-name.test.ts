import { expect, test } from "vitest";
import { limits } from "../limits.ts";
import { plainName, twinFileRefusal } from "./twin-file-name.ts";

test("a plain name has only lower case letters and digits, without accents", () => {
  expect(plainName("Zona PV")).toBe("zonapv");
  expect(plainName("zona_pv")).toBe("zonapv");
  expect(plainName("São José – 2 (Norte)")).toBe("saojose2norte");
  expect(plainName("Ñandú")).toBe("nandu");
  expect(plainName("El Águila-12.b")).toBe("elaguila12b");
  expect(plainName("太陽 1")).toBe("太陽1");
  expect(plainName("_- ")).toBe("");
});

test("a twin file of a known kind is accepted if its name contains that of the plant", () => {
  for (const ending of ["geojson", "json", "kml", "kmz", "fgb", "KMZ"]) {
    expect(twinFileRefusal(`2026_sao-jose_v3.${ending}`, "São José"), ending).toBeNull();
  }
});

test("a file with another ending is refused as such", () => {
  expect(twinFileRefusal("andes.shp", "Andes")).toEqual({ reason: "format_shp_alone" });
  for (const name of ["andes", "andes.kml.bak", "andeskml"]) {
    expect(twinFileRefusal(name, "Andes"), name).toEqual({ reason: "twin_file_kind" });
  }
});

test("the name of the plant must be in front of the ending, and all of it", () => {
  const refused = (fileName: string, plant: string) =>
    expect(twinFileRefusal(fileName, plant), fileName).toEqual({
      reason: "twin_file_name",
      values: { plant },
    });
  refused("andes.kml", "Andes Norte");
  refused("plant.json", "Json");
  refused("plant.v2.kml", "kml");
  expect(twinFileRefusal("plant.v2.kml", "Plant V2")).toBeNull();
  // A name without letters and digits would be in every file name.
  refused("plant.kml", "–");
});

test("a file name of too many letters is refused", () => {
  const most = limits.fileNameLength;
  const name = (length: number) => `andes${"x".repeat(length - 9)}.kml`;
  expect(twinFileRefusal(name(most), "Andes")).toBeNull();
  expect(twinFileRefusal(name(most + 1), "Andes")).toEqual({
    reason: "file_name_long",
    values: { most },
  });
});
