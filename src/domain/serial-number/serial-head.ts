// The heads of a table of serial numbers, in the languages of the product and as makers and warehouses write them.
import { cellText, type HeadRule } from "../table/table.ts";

/** What a column of such a table means: the component, what it is inside of, and its number. */
export const serialFields = ["component_name", "parent_name", "group_name", "serial"] as const;
export type SerialField = (typeof serialFields)[number];

const list = (text: string) => text.split(",").map((name) => name.trim());

/** Of several heads of one field, the first one in this order is read. */
const heads: Readonly<Record<SerialField, readonly string[]>> = {
  component_name: list(
    `component_name,dt_id,component,pcs,name,component name,component id,component_id,componente,nombre,nome,module,
    módulo,modulo,module name,module_name,module id,module_id,nombre del módulo,nombre del modulo,nome do módulo,modul,
    komponente`,
  ),
  // Names repeat from block to block: what a component is inside of tells them apart.
  parent_name: list(
    `parent_name,parent,parent name,parent id,parent_id,padre,pai,tracker,tracker id,tracker_id,seguidor,rastreador,mesa`,
  ),
  group_name: list(`group_name,tracker group,tracker_group,block,bloque,bloco,zone,zona,zona pv`),
  serial: [
    ...list(
      `serial,serial_number,serial number,serialnumber,serial no,serial no.,serial_no,serial-no,serial nr,serial nr.,
      serial #,serial#,serial id,s/n,s/n.,sn,s.n.,module sn,module serial,module serial number,module_serial,barcode`,
    ),
    ...[
      "número",
      "numero",
      "núm.",
      "num.",
      "num",
      "nº",
      "n°",
      "n.º",
      "no.",
      "no",
      "nro.",
      "nro",
    ].flatMap((number) => [
      `${number} de serie`,
      `${number} serie`,
      `${number} de série`,
      `${number} série`,
    ]),
    ...list(
      "numero_de_serie,numero_serie,seriennummer,serien-nr.,serien-nr,seriennr.,seriennr,serien nr.",
    ),
  ],
};

type Known = { readonly field: SerialField; readonly rank: number };
const known = new Map<string, Known>(
  serialFields.flatMap((field) =>
    heads[field].map((head, rank): [string, Known] => [head, { field, rank }]),
  ),
);

/** The field of each column by the heads; null where it has none. */
export function serialMeanings(names: readonly string[]): (SerialField | null)[] {
  const found = names.map((name) => known.get(name.replaceAll('"', "").trim().toLowerCase()));
  const best = new Map<SerialField, number>();
  for (const one of found) {
    if (one) best.set(one.field, Math.min(one.rank, best.get(one.field) ?? Infinity));
  }
  return found.map((one) => (one && best.get(one.field) === one.rank ? one.field : null));
}

/** Tells the head of a table of components and their serial numbers. */
export const isSerialHead: HeadRule = (cells) => {
  const found = serialMeanings(cells.map(cellText));
  return found.includes("component_name") && found.includes("serial");
};
