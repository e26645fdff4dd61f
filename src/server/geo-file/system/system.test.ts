// Reference systems against cs2cs (Debian: proj-bin), which shares no code with the product.
import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { isEveryday, rounds } from "../../../../tests/fixtures/rounds.ts";
import { patient } from "../../../../tests/fixtures/patience.ts";
import { gdal, hasGdal } from "../../../../tests/fixtures/gdal.ts";
import { knownCodes } from "../../../domain/geometry/crs.ts";
import { agreeingCodes, epsgDefinition } from "./epsg.ts";
import { systemFrom } from "./system.ts";

const hasCs2cs = spawnSync("cs2cs", ["EPSG:4326", "EPSG:3857"], { input: "0 0\n" }).status === 0;
if (!hasCs2cs) process.stderr.write("\nSKIPPED: this machine has no cs2cs (package proj-bin)\n");

/** Longitude and latitude by PROJ, whose axes are those of the registry: they are turned by the first answer. */
function byProj(system: string, places: readonly (readonly [x: number, y: number])[]) {
  const ask = (input: string, ...words: string[]) =>
    spawnSync("cs2cs", ["-f", "%.9f", ...words, "EPSG:4326"], { input })
      .stdout.toString()
      .trim()
      .split("\n")
      .map((line) => line.split(/\s+/).map(Number))
      .map(([lat = NaN, lon = NaN]) => [lon, lat] as const);
  const lines = (isTurned: boolean) =>
    places.map(([x, y]) => (isTurned ? `${y} ${x}` : `${x} ${y}`)).join("\n");
  return [ask(lines(false), system), ask(lines(true), system)];
}

const metres = ([lon, lat]: readonly [number, number], [x, y]: readonly number[]) =>
  Math.hypot((lon - x!) * 111_320 * Math.cos((lat * Math.PI) / 180), (lat - y!) * 110_574);

const named: Readonly<Record<string, readonly [lon: number, lat: number]>> = {
  "2229": [-118.2, 34.05],
  "2048": [18.6, -33.9],
  "26191": [-6.8, 33.9],
  "24378": [75.5, 20.2],
  "3116": [-74.1, 4.6],
  "9377": [-74.1, 4.6],
  "32719": [-70.1, -18.9],
  "22185": [-58.4, -34.6],
  "5361": [-70.1, -18.9],
  "2100": [23.7, 38],
};

describe.skipIf(!hasCs2cs)("codes of the registry agree with PROJ within a metre", () => {
  it.each(Object.entries(named))("EPSG:%s", (code, place) => {
    const system = systemFrom(`EPSG:${code}`)!;
    const at = system.fromLonLat(...place) as [number, number];
    const found = byProj(`EPSG:${code}`, [at]).map(([lonLat]) => metres(place, lonLat!));
    expect(Math.min(...found.filter(Number.isFinite))).toBeLessThan(1);
  });

  const codes = agreeingCodes();
  it("are thousands, ascending, each with a definition", () => {
    expect(codes.length).toBeGreaterThan(4600);
    expect(new Set(codes).size).toBe(codes.length);
  });

  /** Shares of the area of a code from west to east and from south to north. */
  const seven = [
    [0.5, 0.5],
    [0.1, 0.1],
    [0.9, 0.1],
    [0.1, 0.9],
    [0.9, 0.9],
    [0.3, 0.7],
    [0.7, 0.3],
  ] as const;

  /** Metres between the product and PROJ at the worst of the seven places, by what files are read with. */
  function apart(code: number): number {
    const { bbox } = epsgDefinition(code) as unknown as { bbox: readonly number[] };
    const [north, west, south, east] = bbox as [number, number, number, number];
    const width = west > east ? east + 360 - west : east - west;
    const places = seven.map(([right, up]) => {
      const lon = west + width * right;
      return [lon > 180 ? lon - 360 : lon, south + (north - south) * up] as const;
    });
    const { fromLonLat } = systemFrom(`EPSG:${code}`)!;
    const xy = places.map((place) => fromLonLat(...place) as [number, number]);
    const worst = byProj(`EPSG:${code}`, xy).map((found) =>
      Math.max(...places.map((place, at) => metres(place, found[at] ?? []))),
    );
    // One of both orders of the axes has no place on Earth.
    return Math.min(...worst.map((one) => (Number.isNaN(one) ? Infinity : one)));
  }
  const apartWords = (some: readonly number[]) =>
    some
      .map((code) => [code, apart(code)] as const)
      .filter(([, far]) => !(far < 1))
      .map(([code, far]) => `${code}: ${far.toFixed(1)} m`);

  // The registry gives the zone 38N of ETRS89 no area.
  const ofCrs = knownCodes().filter((code) => code !== 25_838);
  const isRest = (_: number, at: number) => at % rounds(32, 1) === 0;
  const isPart = (_: number, at: number) => at % rounds(4, 1) === 0;
  it(
    "as those that are read without the table",
    () => {
      const own = ofCrs.filter((code) => code < 25_000 || (code > 27_000 && code < 31_000));
      expect(apartWords([...own.filter(isPart), ...ofCrs.filter(isRest)])).toEqual([]);
    },
    patient(240_000),
  );

  // Each code starts PROJ twice: all of them took 25 minutes beside other work.
  const step = Math.max(1, Math.floor(codes.length / rounds(12, 1200)));
  it.skipIf(isEveryday)(
    "as a part of them shows",
    () => {
      expect(apartWords(codes.filter((_, at) => at % step === Math.min(7, step - 1)))).toEqual([]);
    },
    patient(900_000),
  );
});

/** One code of each geographic system that is read and is none of satellites. */
function oldSystems(): (readonly [name: string, code: number])[] {
  const found = new Map<string, number>();
  for (const code of agreeingCodes()) {
    const { wkt, proj4: stated, name } = epsgDefinition(code) ?? {};
    // PZ-90.02 is that of GLONASS, half a metre from WGS 84.
    if (/\+(?:datum|ellps)=(?:WGS84|GRS80)\b/.test(stated ?? "") || name === "PZ-90.02") continue;
    const base = /GEOGCS\["([^"]*)"/.exec(wkt ?? "")?.[1] ?? name ?? "";
    if (!found.has(base)) found.set(base, code);
  }
  return [...found];
}

// Without a way, PROJ takes the degrees of an old datum for those of WGS 84, and so a comparison alone would pass.
describe.skipIf(!hasCs2cs || isEveryday)("each old datum that is read", () => {
  it(
    "has a way to WGS 84 in PROJ",
    () => {
      const lacks = oldSystems().filter(([, code]) => {
        const [north, west, south, east] = epsgDefinition(code)!.bbox as [
          number,
          number,
          number,
          number,
        ];
        const lon = west > east ? east : (west + east) / 2;
        const input = `${(north + south) / 2} ${lon}\n`;
        const words = ["--no-ballpark", "EPSG:4326", `EPSG:${code}`];
        const { status, stdout } = spawnSync("cs2cs", words, { input });
        return status !== 0 || stdout.includes("*");
      });
      expect(lacks).toEqual([]);
    },
    patient(240_000),
  );
});

describe("a system is not read", () => {
  it.each([
    ["a code that does not agree", "EPSG:28404"],
    ["a code that there is not", "EPSG:999123"],
    // Taiwan, China, Sweden, Algeria, India and Hong Kong: no way from the datum to WGS 84 is published.
    ["a code of TWD67, 850 m from WGS 84", "EPSG:3828"],
    ["a code of Xian 1980", "EPSG:2363"],
    ["a code of New Beijing", "EPSG:4793"],
    ["a code of RT38", "EPSG:3027"],
    ["a code of Voirol 1879", "EPSG:30494"],
    ["a code of Kalianpur 1880", "EPSG:24372"],
    ["a code of Hong Kong 1963", "EPSG:3407"],
    ["degrees of Xian 1980", "EPSG:4610"],
    ["a definition with a code that does not agree", `PROJCS["x",AUTHORITY["EPSG","28404"]]`],
    ["a PROJ string with a grid", "+proj=utm +zone=19 +nadgrids=x.gsb"],
    ["a PROJ string without a datum", "+proj=utm +zone=19 +ellps=intl"],
    ["a PROJ string with degrees and minutes", "+proj=tmerc +lon_0=70d30'W +datum=WGS84"],
    ["a PROJ string of a projection that differs", "+proj=ortho +lat_0=-18 +datum=WGS84"],
    ["a PROJ string with the datum of another country", "+proj=utm +zone=19 +datum=potsdam"],
    ["a PROJ string whose axes are turned", "+proj=utm +zone=19 +datum=WGS84 +axis=neu"],
    ["words", "my system"],
  ])("%s", (_, name) => {
    expect(systemFrom(name)).toBeNull();
  });
});

describe.skipIf(!hasGdal("gdalsrsinfo"))("definitions as files have them", () => {
  const places: Readonly<Record<string, readonly [lon: number, lat: number]>> = {
    "32719": [-70.1, -18.9],
    "2229": [-118.2, 34.05],
    "25830": [-3.9, 38.9],
  };
  for (const [code, place] of Object.entries(places)) {
    it.each(["wkt1", "wkt_esri", "wkt2_2015", "wkt2_2019", "projjson"])(
      `EPSG:${code} as %s`,
      (form) => {
        const text = gdal("gdalsrsinfo", "-o", form, `EPSG:${code}`).trim();
        const xy = systemFrom(`EPSG:${code}`)!.fromLonLat(...place);
        expect(metres(place, systemFrom(text)!.toLonLat(...xy))).toBeLessThan(0.01);
      },
    );
  }

  /** Without the codes of the registry, as Esri and many programs write them. */
  const bare = (text: string) => text.replaceAll(/,\s*(?:AUTHORITY|ID)\[[^\]]*\]/g, "");
  const bareJson = (text: string) =>
    JSON.stringify(JSON.parse(text, (key, value: unknown) => (key === "id" ? undefined : value)));
  const placeOf: Readonly<Record<string, readonly [lon: number, lat: number]>> = {
    ...places,
    // South Africa counts west and south.
    "2048": [18.6, -33.9],
    "3857": [-70.1, -18.9],
    // Oblique, and in a system of Oregon.
    "6808": [-123, 46],
    "26931": [-133.7, 57],
    "20050": [-74, 40.7],
    "3994": [100, -41],
    "3413": [-45, 80],
  };
  it.each(["wkt1", "wkt_esri", "wkt2_2015", "wkt2_2019", "projjson", "proj4"])(
    "as %s without a code say the place that PROJ says, or are not read",
    (form) => {
      const read: string[] = [];
      for (const [code, place] of Object.entries(placeOf)) {
        const text = gdal("gdalsrsinfo", "-o", form, `EPSG:${code}`).trim().replaceAll("'", "");
        const found = systemFrom(form === "projjson" ? bareJson(text) : bare(text));
        if (found === null) continue;
        read.push(code);
        const xy = found.fromLonLat(...place) as [number, number];
        const apart = byProj(`EPSG:${code}`, [xy]).map(([lonLat]) => metres(place, lonLat!));
        expect(Math.min(...apart.filter(Number.isFinite)), code).toBeLessThan(1);
      }
      expect(read).toEqual(expect.arrayContaining(Object.keys(places)));
      // As text of PROJ and of Esri it is the usual file of South Africa.
      if (form !== "projjson") expect(read).toContain("2048");
    },
  );

  it("are not read where the code at their end contradicts their parameters", () => {
    const text = gdal("gdalsrsinfo", "-o", "wkt1", "EPSG:32719").trim();
    expect(systemFrom(text)).not.toBeNull();
    expect(systemFrom(text.replace("0.9996", "1.00012"))).toBeNull();
  });

  it("in grads from Paris, or with axes to the west, are not read", () => {
    const text = gdal("gdalsrsinfo", "-o", "wkt1", "EPSG:27572").trim();
    const shifted = bare(text).replace(
      /(DATUM\[[^[]*SPHEROID\[[^\]]*\])/,
      "$1,TOWGS84[-168,-60,320,0,0,0,0]",
    );
    expect(shifted).toContain("TOWGS84");
    expect(systemFrom(shifted)).toBeNull();
    const utm = bare(gdal("gdalsrsinfo", "-o", "wkt1", "EPSG:32719").trim());
    expect(systemFrom(utm)).not.toBeNull();
    expect(systemFrom(utm.replace('"Easting",EAST', '"Westing",WEST'))).toBeNull();
  });

  it("of an old datum are read only with their shift", () => {
    const esri = gdal("gdalsrsinfo", "-o", "wkt_esri", "EPSG:23030").trim();
    expect(systemFrom(esri)).toBeNull();
    const shifted = esri.replace(
      /(DATUM\[[^[]*SPHEROID\[[^\]]*\])/,
      "$1,TOWGS84[-87,-98,-121,0,0,0,0]",
    );
    const xy = systemFrom(shifted)!.fromLonLat(-3.9, 38.9);
    expect(xy.every(Number.isFinite)).toBe(true);
  });

  it("of a compound system count by their horizontal part", () => {
    const text = gdal("gdalsrsinfo", "-o", "wkt1", "EPSG:25830+5782").trim();
    const xy = systemFrom("EPSG:25830")!.fromLonLat(-3.9, 38.9);
    for (const name of [text, "EPSG:25830+5782"]) {
      expect(metres([-3.9, 38.9], systemFrom(name)!.toLonLat(...xy))).toBeLessThan(0.01);
    }
  });
});
