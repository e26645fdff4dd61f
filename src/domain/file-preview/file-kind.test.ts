// What a dropped file is, by its bytes and names, and the names inside a ZIP.
import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { workOrderColumns } from "../work-order/work-order-file.ts";
import { fileKindOf, type Recognised } from "./file-kind.ts";
import { zipNames } from "./zip-names.ts";

const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const kindOf = (name: string, content: string | Uint8Array) => {
  const head = typeof content === "string" ? bytesOf(content) : content;
  const names = head[0] === 0x50 && head[1] === 0x4b ? zipNames(head) : [];
  return fileKindOf({ name, bytes: head.length, head, zipNames: names });
};
const zip = (...names: string[]) =>
  zipSync(Object.fromEntries(names.map((name) => [name, bytesOf("some content")])));
const is = (kind: NonNullable<Recognised["kind"]>) => ({ kind });
const not = (reason: string) => ({ kind: null, reason });

describe("a file", () => {
  it.each<[string, string | Uint8Array, Recognised]>([
    ["a.zip", zip("x/modules.shp", "x/modules.dbf", "x/modules.prj"), is("shapes")],
    ["a.zip", zip("a.geojson", "readme.txt"), is("shapes")],
    ["a.kmz", zip("doc.kml", "files/1.png", "files/2.png", "files/3.png"), is("shapes")],
    ["a.xlsx", zip("xl/workbook.xml", "xl/media/logo.png"), is("table")],
    ["a.xlsb", zip("xl/workbook.bin"), not("format_xls")],
    ["a.docx", zip("word/document.xml"), not("format_office")],
    ["a.zip", zip("DCIM/DJI_1.JPG", "DCIM/DJI_2.JPG", "__MACOSX/._DJI_1.JPG"), is("images")],
    ["a.zip", zip("model/tileset.json", "model/0.b3dm"), is("model")],
    ["a.zip", zip("a.gdb/a0001.gdbtable"), not("format_gdb")],
    ["a.zip", zip("notes.txt"), not("zip_no_shapes")],
    ["a.gpkg", "SQLite format 3\u0000", is("shapes")],
    ["a.fgb", "fgb\u0003fgb\u0000", is("shapes")],
    ["a.parquet", "PAR1\u0015", is("shapes")],
    ["a.dxf", "  0\r\nSECTION\r\n  2\r\nHEADER", is("shapes")],
    ["a.kml", '<?xml version="1.0"?><kml xmlns="x">', is("shapes")],
    ["a.gpx", '<?xml version="1.0"?><gpx version="1.1">', is("shapes")],
    ["a.json", '{"type":"FeatureCollection"', is("shapes")],
    ["a.json", '{"format":"analysis-result","version":1', is("results")],
    ["a.csv", "name;longitude;latitude\nT1;1;2", is("shapes")],
    ["a.csv", "dt_id,heat_loss [W/m]\nm-1,3", is("results")],
    ["a.csv", "name;GPS_Longitude (deg);Lat_WGS84\nT1;1;2", is("shapes")],
    ["a.csv", "Mesa;Este (m);Norte (m)\nT1;1;2", is("shapes")],
    ["a.csv", "fid\twkt_geom\tname\n1\tPOINT(1 2)\tx", is("shapes")],
    ["a.csv", "dt_id,x\nm-1,3", is("table")],
    ["a.csv", "dt_id,date,note\nm-1,2026-05-01,broken", is("table")],
    ["a.csv", "pcs;delta_t_normalised [K]\nm-1;3", is("results")],
    ["a.csv", "dt_id,34\nm-1,3", is("results")],
    ["a.csv", "dt_id,measured_at,heat_loss\nm-1,2026-05-01,3", is("references")],
    ["a.csv", "Hand; May\nDT_ID;measured_at [UTC+2];heat_loss\nm-1;2026-05-01;3", is("references")],
    ["a.csv", "what,who\n1,2", is("table")],
    ["a.csv", "Points of May; x\n\nname;longitude;latitude\nT1;1;2", is("shapes")],
    ["a.csv", "Plant A\ntime;INV 1 (kWh)\n2026-03-01 10:00;5", is("meter")],
    ["a.csv", "time,poa (W/m2),wind\n2026-03-01 10:00,800,2", is("conditions")],
    ["a.csv", "Nombre;Apellidos;Correo\nAna;Soto;ana@example.org", is("users")],
    ["a.csv", "e-mail,role\nana@example.org,analyst", is("users")],
    ["a.csv", "Identificador interno;Modelo\nD-1;Mavic 3T", is("table")],
    ["a.csv", "Identificador interno;Modelo de dron\nD-1;Mavic 3T", is("drones")],
    ["a.csv", "Identifier;Drone model\nD-1;Mavic 3T", is("drones")],
    ["a.csv", "Identificador;Modelo;Número de serie;Retirado\nI-1;X;12;no", is("table")],
    ["a.csv", "internal_identifier,drone_type\nD-1,dock", is("drones")],
    // An inventory of inverters.
    ["a.csv", "Identificador;Tipo;Modelo;Número de serie\nI-1;central;X;12", is("table")],
    ["a.csv", "Identificador;Tipo;Fecha;Comentario\nM-1;foco;2026-05-01;x", is("table")],
    ["a.csv", "order,status,revision\nWO-12,done,3", is("orders")],
    ["a.csv", "order,finding_id,status\nWO-12,7,done", is("orders")],
    ["a.csv", "order,status\nA-12,done", is("table")],
    ["a.csv", `${workOrderColumns.join()}\nWO-12`, is("orders")],
    ["a.json", '{\n  "orders": [\n    {\n      "order": "WO-12"', is("orders")],
    ["a.json", '[{"order": "WO-12", "status": "done"}]', is("orders")],
    ["a.json", '{"orders": []}', is("orders")],
    ["a.json", "[]", is("shapes")],
    ["a.csv", "dt_id;order;status;comment\nm-1;1;open;x", is("table")],
    ["a.csv", "PCS;order;status;revision\nm-1;1;open;2", is("table")],
    ["a.csv", "Componente;e-mail;rol\nm-1;ana@example.org;x", is("table")],
    ["a.csv", "dt_id;Internal identifier;Drone model\nm-1;D-1;X", is("table")],
    ["a.csv", "name,e-mail\nA,ana@example.org", is("table")],
    ["a.csv", "order,what\n1,2", is("table")],
    ["a.plan", '{"fileType": "Plan", "version": 1}', not("format_route")],
    ["a.json", '{"version": 1, "fileType": "Plan"}', not("format_route")],
    ["a.waypoints", "QGC WPL 110\n0 1 0 16", not("format_route")],
    ["a.csv", "latitude,longitude,altitude(m),heading(deg),curvesize(m)\n", not("format_route")],
    ["a.kmz", zip("wpmz/template.kml", "wpmz/waylines.wpml"), not("format_route")],
    ["a.pdf", "%PDF-1.7", is("pdf")],
    ["a.tif", "II*\u0000", is("raster")],
    ["a.glb", "glTF\u0002", is("model")],
    ["a.jpg", "\u00ff\u00d8\u00ff\u00e1", is("drone")],
    ["a.heic", "\u0000\u0000\u0000\u0018ftypheic", is("drone")],
    ["a.dwg", "AC1032\u0000", not("format_dwg")],
    ["a.xls", "\u00d0\u00cf\u0011\u00e0", not("format_xls")],
    ["a.las", "LASF", not("format_las")],
    ["a.shp", "\u0000\u0000'\n", not("format_shp_alone")],
    ["a.html", "<!DOCTYPE html><html>", not("format_html")],
    ["a.bin", "\u0001\u0002\u0003\u0004", not("format_unknown")],
    ["a.7z", "7z\u00bc\u00af", not("format_packed")],
    ["a.csv", "", not("file_empty")],
  ])("%s is recognised by its content", (name, content, expected) => {
    expect(kindOf(name, content)).toEqual(expected);
  });
});

describe("the names in a ZIP", () => {
  it("are those of its directory, also where the bytes begin in the middle of it", () => {
    const names = Array.from({ length: 200 }, (_, at) => `DCIM/DJI_${at}.JPG`);
    const whole = zip(...names);
    expect(zipNames(whole)).toEqual(names);
    const tail = zipNames(whole.slice(-5000));
    expect(tail.length).toBeGreaterThan(50);
    expect(names.slice(-tail.length)).toEqual(tail);
  });

  it("are none in bytes that are no ZIP, or cut off", () => {
    expect(zipNames(bytesOf("PK and nothing more"))).toEqual([]);
    expect(zipNames(zip("a.kml").slice(0, 40))).toEqual([]);
    expect(zipNames(new Uint8Array(0))).toEqual([]);
  });
});
