// Blueprints: uploaded, listed, downloaded, deleted.
import { blueprintApi } from "../../../api/plant/blueprint.ts";
import type { BlueprintKind } from "../../../domain/plant/blueprint.ts";
import { imagePlaceRefusal } from "../../../domain/plant/file-overlay.ts";
import { failure } from "../../../domain/error.ts";
import type { Plant } from "../../../domain/plant/plant.ts";
import { translateProblem } from "../../translate.ts";
import { drawnContent } from "../../upload/blueprint-content.ts";
import { receiveBlueprint } from "../../upload/blueprint-upload.ts";
import type { Context, Database } from "../../context.ts";
import { refuse, requireFound, type Handlers, type Part } from "../../implement.ts";
import { changeWithAudit, type AuditEntry } from "../../store/account/audit.ts";
import { rememberMapping } from "../../store/plant/file-mapping.ts";
import * as store from "../../store/plant/blueprint.ts";
import { requireQuota } from "../../store/provider/quota.ts";

const contentTypes: Readonly<Record<BlueprintKind, string>> = {
  pdf: "application/pdf",
  kml: "application/vnd.google-earth.kml+xml",
  tif: "image/tiff",
};
/** Drawings have many formats. */
const contentTypeOf = (kind: BlueprintKind, file_name: string) =>
  kind === "kml" && !/\.kml$/i.test(file_name) ? "application/octet-stream" : contentTypes[kind];

const uploads = {
  pdf: blueprintApi.uploadPdf,
  kml: blueprintApi.uploadKml,
  tif: blueprintApi.uploadTif,
};

export const blueprintHandlers: Handlers<typeof blueprintApi> = {
  list: ({ db }, { plant }) => store.listBlueprints(db, plant.id),
  uploadPdf: (context, { plant, parts }) => receive(context, plant, "pdf", parts),
  uploadKml: (context, { plant, parts }) => receive(context, plant, "kml", parts),
  uploadTif: (context, { plant, parts }) => receive(context, plant, "tif", parts),

  async file({ db, files }, { params }) {
    const { kind, file_name, object, bytes } = requireFound(
      await store.readBlueprint(db, params.id),
    );
    return {
      content_type: contentTypeOf(kind, file_name),
      file_name,
      bytes,
      body: await files.stream(object),
    };
  },

  async fileUrl(context, { params }) {
    return { url: context.signUrl(`/api/auth/blueprint/${params.id}/file`) };
  },

  async features({ db, files }, { params }) {
    const row = requireFound(await store.readBlueprint(db, params.id));
    if (row.kind !== "kml") throw failure("RESOURCE_NOT_FOUND");
    return drawnContent(files, row);
  },

  async remove(context, { params }) {
    const { db, files } = context;
    const row = requireFound(await store.readBlueprint(db, params.id));
    const remove = async (transaction: Database) => {
      if (await store.deleteBlueprint(transaction, params.id)) return;
      throw failure("RESOURCE_NOT_FOUND");
    };
    await changeWithAudit(context, remove, () => entryOf("delete_blueprint", row));
    await store.removeBlueprintFiles(files, row.object);
    return { done: true };
  },
};

async function receive(
  context: Context,
  plant: Plant,
  kind: BlueprintKind,
  parts: AsyncIterable<Part>,
) {
  const { db, files, readers, viewer } = context;
  const plant_id = plant.id;
  const { length: count } = await store.listBlueprints(db, plant_id);
  refuse(uploads[kind], viewer, { count });
  const order = (name: string, bytes: Buffer) => ({
    input: { name, bytes },
    file: name,
    bytes: bytes.length,
    owner: viewer.account_id,
  });
  const received = await receiveBlueprint(files, plant_id, kind, parts, {
    drawing(name, bytes, mapping) {
      const asked = order(name, bytes);
      return readers.now("blueprint", { ...asked, input: { ...asked.input, mapping } });
    },
    async picture(name, bytes) {
      const read = await readers.now("blueprint_picture", order(name, bytes));
      const refusal = imagePlaceRefusal(plant, read.corners);
      if (refusal) throw failure("FILE_REFUSED", { ...refusal, file: name });
      return read;
    },
  });
  const { feature_count, refused_count, refused, mapping, ...file } = received;
  try {
    await requireQuota(db, viewer, plant.customer_id, { bytes: file.bytes, rows: 0 });
    const values = { ...file, plant_id, kind, created_by: viewer.account_id };
    const blueprint = await changeWithAudit(
      context,
      async (transaction) => {
        const id = await store.insertBlueprint(transaction, values);
        const { customer_id } = plant;
        await rememberMapping(transaction, { customer_id, purpose: "blueprint", mapping });
        return requireFound(await store.readBlueprint(transaction, id));
      },
      (created) => entryOf("upload_blueprint", created),
    );
    const words = refused.map((problem) => translateProblem(viewer.locale, problem));
    return { blueprint, feature_count, refused_count, refused: words };
  } catch (error) {
    // The plant may have been deleted during the upload.
    await store.removeBlueprintFiles(files, file.object);
    throw error;
  }
}

function entryOf(
  action: AuditEntry["action"],
  { id, plant_id, kind, file_name }: store.BlueprintRow,
): AuditEntry {
  return { action, detail: { blueprint_id: id, plant_id, kind, file_name } };
}
