// What files are understood as before they are imported.
import type { filePreviewApi } from "../../../api/plant/file-preview.ts";
import type { FilePurpose } from "../../../domain/file-preview/file-mapping.ts";
import type { FilePreview } from "../../../domain/file-preview/file-preview.ts";
import type { Plant } from "../../../domain/plant/plant.ts";
import { nearPlaces } from "../../../domain/twin/twin-place.ts";
import type { Context } from "../../context.ts";
import type { ObservationTwin } from "../../file-reader/file-preview-reader.ts";
import type { Handlers, Part } from "../../implement.ts";
import { observationTwin } from "../../observation/import-observations.ts";
import { readMappings } from "../../store/plant/file-mapping.ts";
import { knownExternalIds } from "../../store/plant/observation/observation.ts";
import { readTwin } from "../../store/plant/twin.ts";
import { translateProblem } from "../../translate.ts";
import { requireOwnCustomer } from "../../upload/plant-area-upload.ts";
import { receivePreviewed, type Previewed } from "../../upload/previewed-files.ts";

export const filePreviewHandlers: Handlers<typeof filePreviewApi> = {
  twin: (context, { plant, parts }) => ofPlant(context, "twin", plant, parts),
  blueprint: (context, { plant, parts }) => ofPlant(context, "blueprint", plant, parts),

  async observations(context, { plant, parts }) {
    const sent = await receivePreviewed(context, parts, "observations", plant);
    const twin = await observationTwin(context, plant, sent);
    return preview(context, "observations", plant, sent, twin);
  },

  async areas(context, { parts }) {
    const sent = await receivePreviewed(context, parts, "areas", null);
    const customer_id = sent.customer_id ?? context.viewer.customer_id ?? NaN;
    await requireOwnCustomer(context, customer_id);
    return preview(context, "areas", { customer_id }, sent, null);
  },
};

async function ofPlant(
  context: Context,
  purpose: FilePurpose,
  plant: Plant,
  parts: AsyncIterable<Part>,
): Promise<FilePreview> {
  const sent = await receivePreviewed(context, parts, purpose, plant);
  return preview(context, purpose, plant, sent, null);
}

async function preview(
  context: Context,
  purpose: FilePurpose,
  of: Plant | { readonly customer_id: number },
  { files, sheet, mapping }: Previewed,
  observations: ObservationTwin | null,
): Promise<FilePreview> {
  const { db, readers, viewer } = context;
  const remembered =
    mapping === null ? await readMappings(db, { customer_id: of.customer_id, purpose }) : [];
  const rows = observations?.twin.levels.reduce((sum, { row_count }) => sum + row_count, 0) ?? 0;
  const { external_ids, ...read } = await readers.now("file_preview", {
    input: {
      purpose,
      files,
      sheet,
      mapping,
      remembered,
      plant: "id" in of ? await placed(context, of) : null,
      observations,
    },
    file: files.map(({ name }) => name).join(", "),
    bytes: files.reduce((sum, { bytes }) => sum + bytes.length, rows * BYTES_PER_COMPONENT),
    owner: viewer.account_id,
  });
  const words = (problem: FilePreview["refused"][number] | (typeof read.faults)[number]) =>
    translateProblem(viewer.locale, problem);
  const known = "id" in of ? await knownExternalIds(db, of.id, external_ids) : [];
  return {
    ...read,
    known_count: known.length,
    refused: read.refused.map(words),
    faults: read.faults.map(words),
    notes: read.notes.map(words),
  };
}

/** Bytes of memory per component that observations may be of, counted like bytes of a file. */
const BYTES_PER_COMPONENT = 80;

async function placed({ db }: Context, { id, name, technology, twin_version, lon, lat }: Plant) {
  const twin = twin_version > 0 ? await readTwin(db, id) : null;
  return {
    name,
    technology,
    near: nearPlaces([lon, lat], twin),
    present: twin?.levels.map(({ component_type }) => component_type) ?? [],
  };
}
