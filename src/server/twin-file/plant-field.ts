// The meaning of the properties of a plant's outline: its name, or its region and number, and its capacity.
import type { FileMapping } from "../../domain/file-preview/file-mapping.ts";
import { firstText, keysByName, nameFields, type Properties } from "./field.ts";

const names = ["plantname", "plant", "sitename", ...nameFields];
const megawattNames =
  `nominalcapacity capacitymw capacitymwp capacity mw mwp mwac mwdc potenciamw potencia
  capacidad capacidade capacidadmw capacidademw`.split(/\s+/);
const kilowattNames = ["capacitykw", "capacitykwp", "kw", "kwp", "potenciakw", "potenciakwp"];

/** The properties that have a meaning by their names alone, best first. */
export function plantFieldsByName(
  columns: readonly string[],
): Readonly<Record<"name" | "capacity_mw" | "capacity_kw", readonly string[]>> {
  const byName = keysByName(columns);
  const keysFor = (wanted: readonly string[]) => wanted.flatMap((name) => byName.get(name) ?? []);
  return {
    name: keysFor(names),
    capacity_mw: keysFor(megawattNames),
    capacity_kw: keysFor(kilowattNames),
  };
}

/**
 * Name and capacity of a plant. `capacity` is null where no property states one.
 * @param mapping what the user said of the properties, which counts before their names
 */
export function plantFields(
  properties: Properties,
  mapping: FileMapping = {},
): {
  readonly name: string;
  readonly capacity: { readonly text: string; readonly unit: "kw" | "mw" } | null;
} {
  const columns = Object.keys(properties);
  const byName = plantFieldsByName(columns);
  const plain = keysByName(columns);
  const find = (wanted: readonly string[]) =>
    firstText(
      properties,
      wanted.flatMap((name) => plain.get(name) ?? []),
    );
  const mapped = (meaning: "name" | "capacity_mw" | "capacity_kw") => {
    const column = mapping[meaning];
    if (column === null) return null;
    return firstText(properties, column === undefined ? byName[meaning] : [column]);
  };
  const plantName = mapped("name");
  const region = find(["state", "estado", "region", "province", "provincia", "country", "pais"]);
  const number = find(["fid", "id", "objectid", "uniqueid"]);
  const megawatts = mapped("capacity_mw");
  const kilowatts = mapped("capacity_kw");
  return {
    name: plantName ?? [region, number].filter((part) => part !== null).join(" "),
    capacity:
      megawatts !== null
        ? { text: megawatts, unit: "mw" }
        : kilowatts !== null
          ? { text: kilowatts, unit: "kw" }
          : null,
  };
}
