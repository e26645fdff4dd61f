// The property of each meaning where the user said none: by its name, as the importers choose it.
import { componentTypeIds, type ComponentType } from "../../domain/component/component.ts";
import {
  fileMeanings,
  type FileMapping,
  type FilePurpose,
} from "../../domain/file-preview/file-mapping.ts";
import type { ObservationColumn } from "../../domain/observation/observation-column.ts";
import { plainName } from "../../domain/twin/twin-file-name.ts";
import { fieldsByName, nameFields } from "../twin-file/field.ts";
import { plantFieldsByName } from "../twin-file/plant-field.ts";

export const observed: Readonly<Record<"component" | "observed_at" | "notes", readonly string[]>> =
  {
    component:
      "dtid digitaltwinid componentid component componente pcs module modulo tracker seguidor".split(
        " ",
      ),
    observed_at:
      `observedat time timestamp datetime date fecha hora data horario fechahora datahora begin when
    creationdate createdat created`.split(/\s+/),
    notes:
      `notes note nota notas remark remarks comment comments comentario comentarios observation observacion
    observacao description descripcion descricao text name nombre nome label`.split(/\s+/),
  };

/** Names that are notes of a point, and that of its component in a row without a place. */
export const rowNames = new Set(
  "name nombre nome id label etiqueta rotulo position posicion posicao".split(" "),
);

/**
 * The properties that have a meaning of observations by their names.
 * @param isPlaceless the features are rows without places: their names say what they are of
 */
export function observationFields(
  columns: readonly string[],
  isPlaceless = false,
): Readonly<Record<keyof typeof observed, string | null>> {
  const byName = new Map(columns.toReversed().map((column) => [plainName(column), column]));
  const first = (names: readonly string[]) =>
    names.flatMap((name) => byName.get(name) ?? [])[0] ?? null;
  if (!isPlaceless) {
    return {
      component: first(observed.component),
      observed_at: first(observed.observed_at),
      notes: first(observed.notes),
    };
  }
  const component = first([...observed.component, ...rowNames]);
  const notes = first(observed.notes.filter((name) => !rowNames.has(name)));
  return { component, observed_at: first(observed.observed_at), notes };
}

/**
 * What is shown as the property of each meaning, with what the user or an earlier import said.
 * @param types component types that a twin's files have
 * @param observationColumns columns of observations; a property with the name of one has its values
 * @param isPlaceless the features are rows of a table without places
 */
export function wholeMapping(
  purpose: FilePurpose,
  columns: readonly string[],
  mapping: FileMapping,
  types: readonly ComponentType[],
  observationColumns: readonly ObservationColumn[] = [],
  isPlaceless = false,
): FileMapping {
  const guessed = guessOf(purpose, columns, types, isPlaceless);
  const meanings = fileMeanings[purpose].map((meaning) => {
    const said = mapping[meaning];
    return [meaning, said === undefined ? (guessed[meaning] ?? null) : said] as const;
  });
  const named = observationColumns.flatMap(({ id, ccp_column }) => {
    const wanted = plainName(ccp_column?.name ?? "");
    const column = columns.find((one) => wanted !== "" && plainName(one) === wanted);
    return column === undefined ? [] : [[id, column] as const];
  });
  return { ...Object.fromEntries(named), ...mapping, ...Object.fromEntries(meanings) };
}

function guessOf(
  purpose: FilePurpose,
  columns: readonly string[],
  types: readonly ComponentType[],
  isPlaceless: boolean,
): Readonly<Record<string, string | null>> {
  if (purpose === "observations") return observationFields(columns, isPlaceless);
  if (purpose === "blueprint") {
    const named = nameFields.flatMap(
      (name) => columns.find((column) => plainName(column) === name) ?? [],
    );
    return { name: named[0] ?? null };
  }
  if (purpose === "areas") {
    const { name, capacity_mw, capacity_kw } = plantFieldsByName(columns);
    const first = (names: readonly string[]) => names[0] ?? null;
    return {
      name: first(name),
      capacity_mw: first(capacity_mw),
      capacity_kw: capacity_mw.length > 0 ? null : first(capacity_kw),
    };
  }
  // The lowest level has the most components, so its names say most.
  const lowest = componentTypeIds.filter((type) => types.includes(type)).toReversed();
  const found: Record<string, string | null> = {};
  for (const type of lowest) {
    for (const [meaning, names] of Object.entries(fieldsByName(columns, type))) {
      found[meaning] ??= names[0] ?? null;
    }
  }
  return found;
}
