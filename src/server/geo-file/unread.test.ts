// What a file has beside the features that are read is said by its reader: layers, sheets, files, columns, geometries.
import { readFileSync, rmSync, writeFileSync, mkdtempSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { expect, it } from "vitest";
import { userLocales } from "../../domain/account/user.ts";
import { understand } from "../file-preview/understand.ts";
import { book, row } from "../table-file/book.fixture.ts";
import { translateProblem } from "../translate.ts";
import { bufferSource } from "./buffer-source.ts";
import { soundDbf, soundGpkg, soundLines, soundShp } from "./sound-file.fixture.ts";

const kml = (inside: string) =>
  strToU8(
    `<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>a</name><Point><coordinates>-70.112,-18.886</coordinates></Point></Placemark>${inside}</Document></kml>`,
  );
const parquet = (name: string) =>
  readFileSync(join(import.meta.dirname, "../../../tests/fixtures/geoparquet", `${name}.parquet`));

/** A GeoPackage with a view that has shapes, a table without any, and images. */
function manyLayers(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), "unread-"));
  const path = join(folder, "a.gpkg");
  writeFileSync(path, soundGpkg());
  const database = new DatabaseSync(path);
  database.exec(`
    CREATE VIEW tall AS SELECT * FROM trackers;
    INSERT INTO gpkg_geometry_columns VALUES ('tall', 'geom', 4326);
    CREATE TABLE owners (name TEXT);
    CREATE TABLE gpkg_contents (table_name TEXT, data_type TEXT);
    INSERT INTO gpkg_contents VALUES
      ('trackers', 'features'), ('tall', 'features'), ('owners', 'attributes'), ('photo', 'tiles');
  `);
  database.close();
  const bytes = readFileSync(path);
  rmSync(folder, { recursive: true });
  return bytes;
}

function deletedRow(): Buffer {
  const dbf = soundDbf();
  dbf.write("*", 65);
  return dbf;
}

const shapes = row(1, ["longitude", "latitude"]) + row(2, [-70.112, -18.886]);
const places = strToU8("lon,lat\n-70.112,-18.886\n");

const files: readonly [name: string, bytes: Uint8Array, notes: readonly object[]][] = [
  [
    "a.gpkg",
    manyLayers(),
    [{ reason: "gpkg_not_read", values: { count: 3, names: "tall, owners, photo" } }],
  ],
  [
    "a.zip",
    zipSync({ "a.shp": soundShp(), "a.dbf": soundDbf(), "b.kml": kml(""), "c.geojson": places }),
    [{ reason: "zip_not_read", values: { count: 2, names: "b.kml, c.geojson" } }],
  ],
  ["b.zip", zipSync({ "a.shp": soundShp() }), [{ reason: "shp_no_table", file: "b.zip" }]],
  [
    "c.zip",
    zipSync({ "a.shp": soundShp(), "a.dbf": deletedRow() }),
    [{ reason: "shp_deleted", values: { count: 1 } }],
  ],
  [
    "d.kmz",
    zipSync({ "doc.kml": kml(""), "files/places.csv": places }),
    [{ reason: "zip_not_read", values: { count: 1, names: "files/places.csv" } }],
  ],
  [
    "e.zip",
    zipSync({ "a.csv": places, "b.geojsonl": strToU8(soundLines), "c.xlsx": places }),
    [{ reason: "zip_not_read", values: { count: 1, names: "c.xlsx" } }],
  ],
  [
    "f.kml",
    kml(
      "<GroundOverlay/><GroundOverlay/><Placemark><Model/><Point><coordinates>1,1</coordinates></Point></Placemark>",
    ),
    [
      { reason: "kml_overlay", values: { count: 2 } },
      { reason: "kml_model", values: { count: 1 } },
    ],
  ],
  [
    "g.xlsx",
    book({
      sheets: { Places: shapes, Legend: row(1, ["a"]), Old: shapes },
      hidden: ["Old"],
    }),
    [{ reason: "sheet_not_read", values: { count: 2, names: "Legend, Old" } }],
  ],
  [
    "two-geometries.parquet",
    parquet("two-geometries"),
    [
      { reason: "parquet_geometries", values: { count: 1, names: "middle" } },
      { reason: "parquet_nested", values: { count: 1, names: "tags" } },
    ],
  ],
  ["h.zip", zipSync({ "a.shp": soundShp(), "a.dbf": soundDbf(), "a.txt": places }), []],
  [
    "i.csv",
    strToU8("lon;lat;;a;a\n-70.112;-18.886;5;1;2;7\n-70.112;-18.886;;1;;\n"),
    [
      { reason: "columns_without_head", values: { count: 2, names: "3, 6" } },
      { reason: "columns_repeated", values: { count: 1, names: "a" } },
    ],
  ],
  [
    "m.csv",
    strToU8("lon\tlat\n-70.112\t-18.886\t5\n"),
    [{ reason: "columns_without_head", values: { count: 1, names: "3" } }],
  ],
  ["l.csv", strToU8("lon;lat;a;a\n-70.112;-18.886;;2\n"), []],
  ["j.csv", strToU8("lon;lat;;a;a\n-70.112;-18.886;;1;;\n"), []],
  [
    "k.xlsx",
    book({
      sheets: {
        Places: row(1, ["longitude", "latitude", "a", "a"]) + row(2, [-70.112, -18.886, 1, 2]),
      },
    }),
    [{ reason: "columns_repeated", values: { count: 1, names: "a" } }],
  ],
];

it.each(files)("%s", async (name, bytes, notes) => {
  const { notes: found, feature_count } = await understand(
    [bufferSource(name, Buffer.from(bytes))],
    [],
  );
  expect(feature_count).toBeGreaterThan(0);
  expect(found).toEqual(notes);
  for (const note of found) {
    for (const locale of userLocales) {
      const { message } = translateProblem(locale, note);
      expect(message, locale).not.toBe(note.reason);
      expect(message).not.toMatch(/\{\{/);
    }
  }
});

it("two archives of one import say together what they lack", async () => {
  const source = () => bufferSource("f.kml", Buffer.from(kml("<GroundOverlay/>")));
  const { notes } = await understand([source(), source()], []);
  expect(notes).toEqual([{ reason: "kml_overlay", values: { count: 2 } }]);
});
