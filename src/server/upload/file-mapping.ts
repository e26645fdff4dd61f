// The mapping of properties in the field of a form.
import { failure } from "../../domain/error.ts";
import { readTableMapping, type TablePurpose } from "../../domain/file-preview/table-mapping.ts";
import {
  readFileMapping,
  saidOf,
  type FileMapping,
  type FilePurpose,
} from "../../domain/file-preview/file-mapping.ts";

/** @throws BAD_REQUEST for a text that is no mapping of this purpose */
export function mappingOfField(purpose: FilePurpose, value: string): FileMapping | undefined {
  if (value === "") return undefined;
  const mapping = readFileMapping(purpose, value);
  if (mapping) return mapping;
  throw failure("BAD_REQUEST", { reason: "field_invalid", field: "mapping" });
}

/** Undefined where it says nothing. @throws BAD_REQUEST for a text that is no mapping of this table */
export function tableMappingOfField(purpose: TablePurpose, value: string): FileMapping | undefined {
  if (value === "") return undefined;
  const mapping = readTableMapping(purpose, value);
  if (mapping) return saidOf(mapping);
  throw failure("BAD_REQUEST", { reason: "field_invalid", field: "mapping" });
}
