// Definitions that Esri writes without a code and without the shift of their datum. Places by PROJ (cs2cs).
import { describe, expect, it } from "vitest";
import { datumCodes } from "./datum-table.ts";
import { codesOfDatum, plainDatum, sound } from "./datum.ts";
import { agreeingCodes, epsgDefinition } from "./epsg.ts";
import { systemFrom, systemName } from "./system.ts";

const esri = (
  names: string,
  spheroid: string,
  method: string,
  parameters: readonly (readonly [string, number])[],
) => {
  const [system = "", geographic = "", datum = ""] = names.split(" ");
  const said = parameters.map(([name, value]) => `PARAMETER["${name}",${value}]`).join(",");
  return `PROJCS["${system}",GEOGCS["${geographic}",DATUM["${datum}",SPHEROID[${spheroid}]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["${method}"],${said},UNIT["Meter",1.0]]`;
};
const shift = (east: number, north: number, meridian: number, origin: number) =>
  [
    ["False_Easting", east],
    ["False_Northing", north],
    ["Central_Meridian", meridian],
    ["Latitude_Of_Origin", origin],
  ] as const;
const lambert = (parallel: number, scale: number) =>
  [
    ["Standard_Parallel_1", parallel],
    ["Scale_Factor", scale],
  ] as const;
const morocco = esri(
  "Nord_Maroc GCS_Merchich D_Merchich",
  '"Clarke_1880_IGN",6378249.2,293.466021293627',
  "Lambert_Conformal_Conic",
  [...shift(500_000, 300_000, -5.4, 33.3), ...lambert(33.3, 0.999625769)],
);

describe("a definition of Esri without the shift of its datum", () => {
  it.each([
    ["Morocco", morocco, [497_072.4412, 347_966.5716], [-5.43, 33.73]],
    [
      "South Africa",
      esri(
        "Cape_Lo31 GCS_Cape D_Cape",
        '"Clarke_1880_Arc",6378249.145,293.4663077',
        "Transverse_Mercator_South_Orientated",
        [...shift(0, 0, 31, 0), ["Scale_Factor", 1]],
      ),
      [-519.6799, 2_965_172.7169],
      [31.005, -26.8],
    ],
    [
      "India",
      esri(
        "Kalianpur_1975_India_Zone_I GCS_Kalianpur_1975 D_Kalianpur_1975",
        '"Everest_Definition_1975",6377299.151,300.8017255',
        "Lambert_Conformal_Conic",
        [...shift(2_743_195.5, 914_398.5, 68, 32.5), ...lambert(32.5, 0.99878641)],
      ),
      [3_499_105.8535, 860_277.1761],
      [75.995, 31.755],
    ],
    [
      "Greece",
      esri(
        "Greek_Grid GCS_GGRS_1987 D_GGRS_1987",
        '"GRS_1980",6378137.0,298.257222101',
        "Transverse_Mercator",
        [...shift(500_000, 0, 24, 0), ["Scale_Factor", 0.9996]],
      ),
      [494_168.0812, 4_240_480.1308],
      [23.935, 38.315],
    ],
    [
      "Argentina",
      esri(
        "Argentina_Zone_5 GCS_Campo_Inchauspe D_Campo_Inchauspe",
        '"International_1924",6378388.0,297.0',
        "Transverse_Mercator",
        [...shift(5_500_000, 0, -60, -90), ["Scale_Factor", 1]],
      ),
      [5_646_835.579, 6_170_795.7103],
      [-58.4, -34.6],
    ],
  ] as const)("of %s is read as its code", (_, wkt, [x, y], [lon, lat]) => {
    const found = systemFrom(wkt)!.toLonLat(x, y);
    // A metre, as for codes.
    expect(Math.abs(found[0] - lon)).toBeLessThan(1e-5);
    expect(Math.abs(found[1] - lat)).toBeLessThan(1e-5);
  });

  it.each([
    ["another grid of the same datum", morocco.replace("500000", "500010")],
    ["a datum of which no code is read", morocco.replaceAll("Merchich", "South_American_1969")],
    ["another spheroid", morocco.replace("6378249.2,293.466021293627", "6378388.0,297.0")],
  ])("is refused for %s", (_, wkt) => {
    expect(systemFrom(wkt)).toBeNull();
  });

  it("has a table with the codes of the registry that are read", () => {
    const wanted = new Map<number, string>();
    for (const code of agreeingCodes()) {
      const { wkt = "", proj4 } = epsgDefinition(code) ?? {};
      if (!proj4 || !wkt?.startsWith("PROJCS")) continue;
      const names = [/GEOGCS\["([^"]*)"/, /DATUM\["([^"]*)"/].map((word) =>
        plainDatum(word.exec(wkt)?.[1] ?? ""),
      );
      if (!names.some((name) => sound.test(name))) wanted.set(code, wkt);
    }
    for (const [code, wkt] of wanted) expect(codesOfDatum(wkt)).toContain(code);
    const listed = datumCodes
      .trim()
      .split(/\s+/)
      .flatMap((line) => line.slice(line.indexOf(":") + 1).split("/"))
      .reduce((sum, run) => {
        const [from = 0, to = from] = run.split("-").map(Number);
        return sum + to - from + 1;
      }, 0);
    expect(listed).toBe(wanted.size);
  });
});

it("PROJJSON is named by its own code, not by one of its datum", () => {
  const id = (code: number) => ({ id: { authority: "EPSG", code } });
  const json = { datum_ensemble: { name: "WGS 84", ...id(6326) }, name: "UTM", ...id(32_719) };
  expect(systemName(JSON.stringify(json))).toBe("EPSG:32719");
});
