import { expect, it } from "vitest";
import { isFailure } from "../../domain/error.ts";
import { besideRaster } from "../file-reader/raster/world-place.ts";
import { filesBeside } from "../../domain/raster/world-file.ts";
import { openRaster } from "./open-raster.ts";
import { memorySource } from "./range-source.ts";
import { tiffOf } from "./tiff.fixture.ts";

/** Near Seville: UTM zone 30 north. */
const plant = [-5.257, 37.475] as const;
const to_map = [0.05, 0, 300_400, 0, -0.05, 4_150_100] as const;
const world = "0.05\n0\n0\n-0.05\n300400.025\n4150099.975\n";
const picture = { width: 64, height: 48, sample: "float32" as const, value: () => 20 };
const bare = tiffOf([{ ...picture, lies: { 33550: null, 33922: null, 34735: null } }]);
const placed = tiffOf([picture], { to_map, epsg: 32630 });

const esri = (zone: number, name = "WGS_1984", datum = "WGS_1984") =>
  `PROJCS["${name}_UTM_Zone_${zone}N",GEOGCS["GCS_${name}",DATUM["D_${datum}",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",${zone * 6 - 183}.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]`;

/** Opens "Map.tif" among files with these names and texts. */
async function open(tiff: Uint8Array, texts: Readonly<Record<string, string>>, near = plant) {
  const store = {
    size: (key: string) => Promise.resolve(texts[key]!.length),
    read: (key: string) => Promise.resolve(Buffer.from(texts[key]!)),
  };
  const files = Object.keys(texts).map((name) => ({ key: name, name }));
  const beside = await besideRaster(store, "Map.tif", filesBeside("Map.tif", files), near);
  return openRaster(memorySource(tiff), undefined, beside);
}

async function refusal(...given: Parameters<typeof open>) {
  const cause: unknown = await open(...given).catch((one: unknown) => one);
  if (!isFailure(cause)) throw new Error("it was not refused");
  return cause.problems[0];
}

it("takes the system of a raster from the .prj of the same name, also in Esri's dialect", async () => {
  const raster = await open(bare, { "map.tfw": world, "map.PRJ": esri(30) });
  expect(raster.epsg).toBe(32630);
  expect(raster.to_map).toEqual(to_map);
});

it("names the datum that the file names where two put the raster at the same place", async () => {
  const etrs = esri(30, "ETRS_1989", "ETRS_1989");
  expect((await open(bare, { "Map.tfw": world, "Map.tif.prj": etrs })).epsg).toBe(25830);
});

it("reads system and place from GDAL's notes", async () => {
  const system = esri(30).replaceAll('"', "&quot;");
  const notes = `<PAMDataset><SRS dataAxisToSRSAxisMapping="1,2">${system}</SRS>
    <GeoTransform>  300400, 0.05, 0, 4150100, 0, -0.05</GeoTransform></PAMDataset>`;
  const raster = await open(bare, { "Map.tif.aux.xml": notes });
  expect([raster.epsg, raster.to_map]).toEqual([32630, to_map]);
});

it("asks for the system and proposes those in which the raster lies near the plant", async () => {
  expect(await refusal(bare, { "Map.tfw": world })).toMatchObject({
    reason: "raster_system_proposed",
    values: { file: "Map.prj", proposed: "WGS 84 / UTM zone 30N (EPSG:32630)" },
  });
  const elsewhere = [16, 48] as const;
  expect(await refusal(bare, { "Map.tfw": world }, elsewhere as never)).toMatchObject({
    reason: "raster_system_unsaid",
  });
});

it("refuses a .prj that contradicts the file, and not one of another datum of the same place", async () => {
  expect(await refusal(placed, { "Map.prj": esri(29) })).toMatchObject({
    reason: "raster_systems_differ",
    values: { own: "EPSG:32630", other: "WGS_1984_UTM_Zone_29N", beside: "Map.prj" },
  });
  const etrs = esri(30, "ETRS_1989", "ETRS_1989");
  expect((await open(placed, { "Map.prj": etrs })).epsg).toBe(32630);
});

it("says which system it does not read", async () => {
  const local = 'PROJCS["Site grid",GEOGCS["Own",DATUM["Own",SPHEROID["x",6377000,300]]]]';
  expect(await refusal(bare, { "Map.tfw": world, "Map.prj": local })).toMatchObject({
    reason: "raster_system_unknown",
    values: { code: "Site grid" },
  });
});
