// Receives files whose content is shown before they are imported, or a file of observations with its answers.
import {
  componentTypeIds,
  componentTypes,
  type ComponentType,
  type Technology,
} from "../../domain/component/component.ts";
import { failure } from "../../domain/error.ts";
import type { FileMapping, FilePurpose } from "../../domain/file-preview/file-mapping.ts";
import { limits } from "../../domain/limits.ts";
import { timeZoneShape } from "../../domain/observation/observation-date.ts";
import { instantShape } from "../../domain/calendar-date.ts";
import { twinFileRefusal } from "../../domain/twin/twin-file-name.ts";
import type { Context } from "../context.ts";
import type { Part } from "../implement.ts";
import { mappingOfField } from "./file-mapping.ts";
import { badRequest, receiveParts, type UploadedFile } from "./receive-parts.ts";

export type PreviewedFile = {
  readonly name: string;
  readonly bytes: Buffer;
  readonly component_type: ComponentType | null;
};
export type Previewed = {
  readonly files: readonly PreviewedFile[];
  /** Null where the form has none. */
  readonly mapping: FileMapping | null;
  readonly sheet: string | null;
  /** The last one that the form names. */
  readonly component_type: ComponentType | null;
  readonly time_zone: string | null;
  readonly observed_at: string | null;
  readonly customer_id: number | null;
};

const MOST_FILES = 40;
/** A name of a sheet has at most 31 letters in Excel; other programs write longer ones. */
const MOST_SHEET_NAME = 200;

/** @throws BAD_REQUEST for a field that cannot be, FILE_REFUSED for a name, TOO_LARGE */
export async function receivePreviewed(
  { files: store }: Pick<Context, "files">,
  parts: AsyncIterable<Part>,
  purpose: FilePurpose,
  plant: { readonly technology: Technology } | null,
): Promise<Previewed> {
  const files: PreviewedFile[] = [];
  const given: { -readonly [Key in keyof Omit<Previewed, "files">]: Previewed[Key] } = {
    mapping: null,
    sheet: null,
    component_type: null,
    time_zone: null,
    observed_at: null,
    customer_id: null,
  };
  let bytes = 0;
  const tooLarge = {
    reason: "preview_too_large",
    values: { most: limits.previewedFileBytes / 1024 ** 2 },
  };
  const form = {
    tooLarge,
    onField(name: string, value: string) {
      if (name === "component_type") given.component_type = typeOf(value, plant?.technology);
      else if (value === "") return;
      else if (name === "mapping") given.mapping = mappingOfField(purpose, value) ?? null;
      else if (name === "sheet") given.sheet = value.slice(0, MOST_SHEET_NAME);
      else if (name === "time_zone") {
        given.time_zone = timeZoneShape.safeParse(value).data ?? null;
        if (given.time_zone === null)
          throw failure("BAD_REQUEST", { reason: "time_zone_unknown", field: name });
      } else if (name === "observed_at") {
        given.observed_at = instantShape.safeParse(value).data ?? null;
        if (given.observed_at === null) throw badRequest("field_invalid", name);
      } else if (name === "customer_id") given.customer_id = Number(value);
      else throw badRequest("field_unknown", name);
    },
    async onFile(sent: UploadedFile) {
      const name = sent.file_name;
      // Nothing is stored, so that the name of the plant need not stand in that of the file.
      const refusal = purpose === "twin" ? twinFileRefusal(name, null) : null;
      if (refusal !== null) throw failure("FILE_REFUSED", { ...refusal, file: name });
      const most = purpose === "twin" ? MOST_FILES : 1;
      if (files.length === most) {
        throw failure("BAD_REQUEST", { reason: "twin_too_many_files", values: { most } });
      }
      const content = await sent.buffer();
      bytes += content.length;
      if (bytes > limits.previewedFileBytes) throw failure("TOO_LARGE", tooLarge);
      const component_type = purpose === "twin" ? given.component_type : null;
      files.push({ name, bytes: content, component_type });
    },
  };
  return receiveParts(store, parts, form, async () => {
    if (files.length === 0) throw failure("BAD_REQUEST", { reason: "twin_no_file" });
    return { files, ...given };
  });
}

function typeOf(value: string, technology: Technology | undefined): ComponentType | null {
  if (value === "") return null;
  const found = componentTypeIds.find((type) => type === value);
  if (found && (technology === undefined || componentTypes[found].technology === technology)) {
    return found;
  }
  const values = { offered: componentTypeIds.join(", ") };
  throw failure("BAD_REQUEST", { reason: "field_not_offered", field: "component_type", values });
}
