// A 3D model: streamed into the object store, then checked; a refused one is removed again.
import { randomUUID } from "node:crypto";
import { failure, type Problem } from "../../domain/error.ts";
import {
  modelBytes,
  modelFileRefusal,
  modelKindOf,
  modelTooLarge,
  type ModelKind,
} from "../../domain/model/plant-model.ts";
import type { Services } from "../context.ts";
import type { Part } from "../implement.ts";
import { receiveParts, type UploadedFile } from "./receive-parts.ts";

export type StoredModel = {
  readonly kind: ModelKind;
  readonly file_name: string;
  /** Key in the object store. */
  readonly object: string;
  readonly bytes: number;
};

/** First bytes by kind: "PK" and "glTF". */
const begins: Readonly<Record<ModelKind, string>> = { tileset: "PK", glb: "glTF" };

/**
 * @param save checks the model and writes its row; if it throws, the file is removed
 * @throws BAD_REQUEST, FILE_REFUSED or TOO_LARGE; nothing is stored then
 */
export function receiveModel<Result>(
  files: Services["files"],
  plant_id: number,
  parts: AsyncIterable<Part>,
  save: (model: StoredModel) => Promise<Result>,
): Promise<Result> {
  let sent: StoredModel | null = null;
  const form = {
    fields: [],
    files: ["file"],
    tooLarge: modelTooLarge("tileset"),
    async onFile(file: UploadedFile) {
      const { file_name } = file;
      const refuse = (problem: Problem) => failure("FILE_REFUSED", { ...problem, file: file_name });
      const kind = modelKindOf(file_name);
      const wrong = modelFileRefusal({ name: file_name });
      if (wrong || !kind) throw refuse(wrong ?? { reason: "model_ending" });
      const { head } = await file.peek(4);
      if (head.length === 0) throw refuse({ reason: "file_empty" });
      if (!head.toString("latin1").startsWith(begins[kind])) {
        throw refuse({ reason: kind === "glb" ? "model_no_glb" : "zip_broken" });
      }
      const object = `plant/${plant_id}/model/${randomUUID()}.${kind === "glb" ? "glb" : "zip"}`;
      const bytes = await file.store(object);
      if (bytes > modelBytes[kind]) {
        throw failure("TOO_LARGE", { ...modelTooLarge(kind), file: file_name });
      }
      sent = { kind, file_name, object, bytes };
    },
  };
  return receiveParts(files, parts, form, async () => {
    if (!sent) throw failure("BAD_REQUEST", { reason: "field_missing", field: "file" });
    return save(sent);
  });
}
