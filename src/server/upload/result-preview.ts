// A table of results that is shown before it is imported. Nothing is stored.
import { failure } from "../../domain/error.ts";
import type { Technology } from "../../domain/component/component.ts";
import type { FileMapping } from "../../domain/file-preview/file-mapping.ts";
import type { TablePreview } from "../../domain/file-preview/table-preview.ts";
import type { Context } from "../context.ts";
import type { Part } from "../implement.ts";
import { readTwin } from "../store/plant/twin.ts";
import { tableMappingOfField } from "./file-mapping.ts";
import { badRequest, receiveParts, type UploadedFile } from "./receive-parts.ts";
import { explainedPreview, rememberedFor } from "./table-preview.ts";

const purpose = "results" as const;
/** Bytes of memory per component of the plant, counted like bytes of a file. */
const BYTES_PER_COMPONENT = 80;
const MOST_SHEET_NAME = 200;

/** @throws FILE_REFUSED for a file whose rows cannot be read; other faults are in the answer */
export async function previewResult(
  context: Context,
  { plant_id, technology }: { readonly plant_id: number; readonly technology: Technology },
  parts: AsyncIterable<Part>,
): Promise<TablePreview> {
  const { files, readers, settings, viewer } = context;
  const sent: { name: string; bytes: Buffer }[] = [];
  let sheet: string | null = null;
  let mapping: FileMapping | undefined;
  const form = {
    fields: ["sheet", "mapping"],
    files: ["file"],
    onField(name: string, value: string) {
      if (name === "sheet") sheet = value.slice(0, MOST_SHEET_NAME);
      else mapping = tableMappingOfField(purpose, value);
    },
    async onFile(file: UploadedFile) {
      sent.push({ name: file.file_name, bytes: await file.buffer() });
    },
  };
  return receiveParts(files, parts, form, async () => {
    const [file] = sent;
    if (!file) throw badRequest("field_missing", "file");
    const twin = await readTwin(context.db, plant_id);
    if (twin === null) throw failure("RESOURCE_NOT_FOUND", { reason: "twin_missing" });
    const { data_dir, object_store_url, disk_reserve_mb } = settings;
    const components = twin.levels.reduce((sum, { row_count }) => sum + row_count, 0);
    const read = await readers.now("result_preview", {
      input: {
        store: { data_dir, object_store_url, disk_reserve_mb },
        twin,
        technology,
        ...file,
        sheet,
        mapping: mapping ?? null,
        remembered: mapping ? [] : await rememberedFor(context, { plant_id, purpose }),
      },
      file: file.name,
      bytes: file.bytes.length + components * BYTES_PER_COMPONENT,
      owner: viewer.account_id,
    });
    return explainedPreview(context, read);
  });
}
