// Coordinate reference systems: converts coordinates to longitude, latitude (EPSG:4326) by the name in a file.
// Definitions are PROJ strings of the EPSG registry. Each agrees with PROJ within a metre; system.test.ts compares them.
import proj4 from "proj4";
import { limits } from "../limits.ts";

/** Converts x, y of the file to longitude, latitude in degrees. */
export type ToLonLat = (x: number, y: number) => readonly [lon: number, lat: number];

const grs80 = "+ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m +no_defs";
const bessel = "+ellps=bessel +units=m +no_defs";

const single: Readonly<Record<number, string>> = {
  2039: "+proj=tmerc +lat_0=31.7343936111111 +lon_0=35.2045169444444 +k=1.0000067 +x_0=219529.584 +y_0=626907.39 +ellps=GRS80 +towgs84=23.772,17.49,17.859,-0.3132,-1.85274,1.67299,-5.4262 +units=m +no_defs",
  2056: `+proj=somerc +lat_0=46.9524055555556 +lon_0=7.43958333333333 +k_0=1 +x_0=2600000 +y_0=1200000 +towgs84=674.374,15.056,405.346,0,0,0,0 ${bessel}`,
  2180: `+proj=tmerc +lat_0=0 +lon_0=19 +k=0.9993 +x_0=500000 +y_0=-5300000 ${grs80}`,
  2193: `+proj=tmerc +lat_0=0 +lon_0=173 +k=0.9996 +x_0=1600000 +y_0=10000000 ${grs80}`,
  3006: `+proj=utm +zone=33 ${grs80}`,
  3577: `+proj=aea +lat_0=0 +lon_0=132 +lat_1=-18 +lat_2=-36 +x_0=0 +y_0=0 ${grs80}`,
  5070: `+proj=aea +lat_0=23 +lon_0=-96 +lat_1=29.5 +lat_2=45.5 +x_0=0 +y_0=0 ${grs80}`,
  // SIRGAS-Chile
  5361: `+proj=utm +zone=19 +south ${grs80}`,
  5362: `+proj=utm +zone=18 +south ${grs80}`,
  2154: `+proj=lcc +lat_0=46.5 +lon_0=3 +lat_1=49 +lat_2=44 +x_0=700000 +y_0=6600000 ${grs80}`,
  3035: `+proj=laea +lat_0=52 +lon_0=10 +x_0=4321000 +y_0=3210000 ${grs80}`,
  3763: `+proj=tmerc +lat_0=39.6682583333333 +lon_0=-8.13310833333333 +k=1 +x_0=0 +y_0=0 ${grs80}`,
  3857: "+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +no_defs",
  21781: `+proj=somerc +lat_0=46.9524055555556 +lon_0=7.43958333333333 +k_0=1 +x_0=600000 +y_0=200000 +towgs84=674.374,15.056,405.346,0,0,0,0 ${bessel}`,
  27700:
    "+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 +ellps=airy +towgs84=446.448,-125.157,542.06,0.15,0.247,0.842,-20.489 +units=m +no_defs",
  28992: `+proj=sterea +lat_0=52.1561605555556 +lon_0=5.38763888888889 +k=0.9999079 +x_0=155000 +y_0=463000 +towgs84=565.4171,50.3319,465.5524,-0.398957388243134,0.343987817378283,-1.87740163998045,4.0725 ${bessel}`,
  // Gauss-Krueger zone 5. Of zones 2 to 4 no shift agrees with the grid of Germany within a metre.
  31469: `+proj=tmerc +lat_0=0 +lon_0=15 +k=1 +x_0=5500000 +y_0=0 +towgs84=605.82,19.01,413.94,0,0,0,0 ${bessel}`,
  31287: `+proj=lcc +lat_0=47.5 +lon_0=13.3333333333333 +lat_1=49 +lat_2=46 +x_0=400000 +y_0=400000 +towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232 ${bessel}`,
};

/** Geographic systems that agree with WGS 84 within a metre. */
export const geographic: ReadonlySet<number> = new Set([
  4326, 4979, 4258, 4269, 4283, 4490, 4674, 4937, 7844, 9000,
]);
const mercatorAliases = new Set([900913, 102100, 102113, 3785]);

type Family = { readonly from: number; readonly to: number; definition(code: number): string };
const utm = (zone: number, isSouth: boolean, datum: string) =>
  `+proj=utm +zone=${zone}${isSouth ? " +south" : ""} ${datum}`;
const wgs84 = "+datum=WGS84 +units=m +no_defs";
const families: readonly Family[] = [
  { from: 32601, to: 32660, definition: (code) => utm(code - 32600, false, wgs84) },
  { from: 32701, to: 32760, definition: (code) => utm(code - 32700, true, wgs84) },
  // ETRS89, NAD83, GDA94, GDA2020, SIRGAS 2000 north and south, NAD83(2011), Mexico ITRF2008, KSA-GRF17
  { from: 25828, to: 25838, definition: (code) => utm(code - 25800, false, grs80) },
  { from: 26901, to: 26923, definition: (code) => utm(code - 26900, false, grs80) },
  { from: 28348, to: 28358, definition: (code) => utm(code - 28300, true, grs80) },
  { from: 7846, to: 7859, definition: (code) => utm(code - 7800, true, grs80) },
  { from: 31965, to: 31976, definition: (code) => utm(code - 31954, false, grs80) },
  { from: 31977, to: 31985, definition: (code) => utm(code - 31960, true, grs80) },
  { from: 6330, to: 6348, definition: (code) => utm(code - 6329, false, grs80) },
  { from: 6366, to: 6371, definition: (code) => utm(code - 6355, false, grs80) },
  { from: 9356, to: 9360, definition: (code) => utm(code - 9320, false, grs80) },
];

/** The codes that `lonLatSystem` reads, those of WGS 84 first. */
export function knownCodes(): number[] {
  const ofFamilies = families.flatMap(({ from, to }) =>
    Array.from({ length: to - from + 1 }, (_, at) => from + at),
  );
  return [...new Set([4326, ...ofFamilies, ...Object.keys(single).map(Number)])];
}

const isWellKnownText = (name: string) => /^\s*(PROJ|GEOG|COMPD|BOUND)\w*\s*\[/i.test(name);

/** Longer names are definitions, or nothing. */
const MAX_NAME = 200;

/** The ways to write a code: of the registry, of sites that list it, and the number alone. */
const written = [
  /EPSG(?:\.xml#|\s*[:/]+\s*(?:[\d.]*[:/]+)?\s*)(\d{4,6})\/?\s*$/i,
  /^https?:\/\/(?:www\.)?epsg\.io\/(\d{4,6})\/?$/i,
  /^(\d{4,6})$/,
];
/** Zones of a datum and hemisphere as the registry names them, "WGS 84 / UTM zone 19S": the code is zone + first. */
type Zones = { readonly first: number; readonly from: number; readonly to: number };
const zones: readonly (readonly [
  datum: RegExp,
  north: readonly Zones[],
  south: readonly Zones[],
])[] = [
  [/^wgs(?:19)?84$/, [{ first: 32_600, from: 1, to: 60 }], [{ first: 32_700, from: 1, to: 60 }]],
  [/^etrs(?:19)?89$/, [{ first: 25_800, from: 28, to: 38 }], []],
  [
    /^nad(?:19)?83$/,
    [
      { first: 26_900, from: 1, to: 23 },
      { first: 3313, from: 59, to: 60 },
    ],
    [],
  ],
  [
    /^sirgas2000$/,
    [
      { first: 31_954, from: 11, to: 22 },
      { first: 6187, from: 23, to: 24 },
    ],
    [
      { first: 31_960, from: 17, to: 25 },
      { first: 5370, from: 26, to: 26 },
    ],
  ],
];
const zoned = /^([\w ]+?)\s*\/\s*UTM zone (\d{1,2})\s?([NS])$/i;

/** Null for a zone that the registry has not for this datum: the next code is another zone, or another system. */
function zoneCode(name: string): number | null {
  const [, datum = "", zone = "", side = ""] = zoned.exec(name) ?? [];
  const plain = datum.toLowerCase().replaceAll(" ", "");
  const number = Number(zone);
  const found = zones
    .find(([of]) => of.test(plain))
    ?.[/n/i.test(side) ? 1 : 2].find(({ from, to }) => number >= from && number <= to);
  return found === undefined ? null : found.first + number;
}

/** EPSG code in a name: "EPSG:32719", a URN, a URL, or the last authority of a WKT; null if there is none. */
export function epsgCode(name: string): number | null {
  if (/CRS:?84h?$/i.test(name.trim()) || /^WGS ?84$/i.test(name.trim())) return 4326;
  if (isWellKnownText(name)) {
    const codes = [
      ...name.matchAll(/(?:AUTHORITY|ID)\s*\[\s*"EPSG"\s*,\s*"?(\d+)"?\s*\]\s*\]\s*$/gi),
    ];
    return codes.length > 0 ? Number(codes.at(-1)![1]) : null;
  }
  if (name.length > MAX_NAME) return null;
  const text = name.trim();
  const [code] = written.flatMap((form) => form.exec(text)?.[1] ?? []);
  return code === undefined ? zoneCode(text) : Number(code);
}

function definitionOf(name: string): string | "geographic" | null {
  const code = epsgCode(name);
  // Definitions without a code are read where their method and datum are checked.
  if (code === null) return null;
  if (geographic.has(code)) return "geographic";
  if (mercatorAliases.has(code)) return single[3857]!;
  const family = families.find(({ from, to }) => code >= from && code <= to);
  return family?.definition(code) ?? single[code] ?? null;
}

/** The transformation, or null for an unknown system. Longitude always comes first. */
export function toLonLatFrom(name: string): ToLonLat | null {
  const definition = name.length > limits.crsLength ? null : definitionOf(name);
  if (definition === null) return null;
  if (definition === "geographic") return (x, y) => [x, y];
  try {
    const { forward } = proj4(definition, "EPSG:4326");
    return (x, y) =>
      Number.isFinite(x) && Number.isFinite(y) ? (forward([x, y]) as [number, number]) : [NaN, NaN];
  } catch {
    return null;
  }
}

export type LonLatSystem = { readonly toLonLat: ToLonLat; readonly fromLonLat: ToLonLat };

/** The transformation in both directions, or null for an unknown system. */
export function lonLatSystem(name: string): LonLatSystem | null {
  const toLonLat = toLonLatFrom(name);
  const definition = toLonLat && definitionOf(name);
  if (!toLonLat || definition === null) return null;
  if (definition === "geographic") return { toLonLat, fromLonLat: toLonLat };
  const { inverse } = proj4(definition, "EPSG:4326");
  return { toLonLat, fromLonLat: (lon, lat) => inverse([lon, lat]) as [number, number] };
}
