// The elevation of plants: uploaded, described, deleted.
import { randomUUID } from "node:crypto";
import { elevationApi } from "../../../api/flight/elevation.ts";
import type { AuditAction } from "../../../domain/account/audit.ts";
import { failure, type Problem } from "../../../domain/error.ts";
import {
  elevationFileRefusal,
  elevationTooLarge,
  isHeightUnit,
  type HeightUnit,
} from "../../../domain/flight/ground/elevation.ts";
import type { Plant } from "../../../domain/plant/plant.ts";
import type { Context } from "../../context.ts";
import { requireFound, type Handlers } from "../../implement.ts";
import { aroundPlant } from "../../flight/around-plant.ts";
import type { ReadElevation } from "../../file-reader/raster/elevation-reader.ts";
import { changeWithAudit } from "../../store/account/audit.ts";
import * as store from "../../store/plant/flight/elevation.ts";
import { badRequest, receiveParts, type UploadedFile } from "../../upload/receive-parts.ts";

export const elevationHandlers: Handlers<typeof elevationApi> = {
  read: async ({ db }, { plant }) => ({ elevation: await store.readElevation(db, plant.id) }),

  async grid({ db, files }, { plant }) {
    const row = await store.readElevation(db, plant.id);
    const content_type = "application/octet-stream";
    if (!row) return { content_type, body: new Uint8Array(0) };
    const tag = row.object.split("/").at(-1) ?? "";
    return { content_type, content_encoding: "gzip", tag, body: () => files.read(row.object) };
  },

  async upload(context, { plant, parts }) {
    const { db, files, viewer } = context;
    const before = await store.readElevation(db, plant.id);
    const object = `plant/${plant.id}/elevation/${randomUUID()}.grid.gz`;
    let sent: (ReadElevation & { file_name: string; bytes: number }) | null = null;
    let unit: HeightUnit | null = null;
    const form = {
      fields: ["height_unit"],
      tooLarge: elevationTooLarge,
      onField(name: string, value: string) {
        if (!isHeightUnit(value)) throw badRequest("field_invalid", name);
        unit = value;
      },
      async onFile(file: UploadedFile) {
        if (sent) throw failure("BAD_REQUEST", { reason: "elevation_one_file" });
        sent = await readFile(context, plant, file, unit);
      },
    };
    const stored = await receiveParts(files, parts, form, async (put) => {
      if (!sent) throw failure("BAD_REQUEST", { reason: "elevation_one_file" });
      const { grid, bounds, ...facts } = sent;
      await put(object, grid);
      const [west, south, east, north] = bounds;
      const values = { ...facts, bounds: [west, south, east, north] as Bounds };
      const row = { ...values, plant_id: plant.id, object, created_by: viewer.account_id };
      return changeWithAudit(
        context,
        async (transaction) => {
          await store.replaceElevation(transaction, row);
          return requireFound(await store.readElevation(transaction, plant.id));
        },
        ({ file_name }) => entryOf("upload_elevation", plant, file_name),
      );
    });
    if (before) await files.remove(before.object);
    return stored;
  },

  async remove(context, { plant }) {
    const { db, files } = context;
    const row = await store.readElevation(db, plant.id);
    if (!row) return { done: true };
    await changeWithAudit(
      context,
      (transaction) => store.deleteElevation(transaction, plant.id),
      () => entryOf("delete_elevation", plant, row.file_name),
    );
    await files.remove(row.object);
    return { done: true };
  },
};

type Bounds = [number, number, number, number];

async function readFile(
  { readers, viewer }: Context,
  plant: Plant,
  file: UploadedFile,
  unit: HeightUnit | null,
) {
  const { file_name } = file;
  const wrong = elevationFileRefusal({ name: file_name });
  if (wrong) throw fileFault(file_name, wrong);
  const bytes = await file.buffer();
  if (bytes.length === 0) throw fileFault(file_name, { reason: "file_empty" });
  const read = await readers.now("elevation", {
    input: { bytes, around: aroundPlant(plant), file: file_name, unit },
    file: file_name,
    bytes: bytes.length,
    owner: viewer.account_id,
  });
  return { ...read, file_name, bytes: bytes.length };
}

const fileFault = (file: string, problem: Problem) => failure("FILE_REFUSED", { ...problem, file });

function entryOf(action: AuditAction, { id, customer_id }: Plant, file_name: string) {
  return { action, customer_id, detail: { plant_id: id, file_name } };
}
