// Checks an uploaded 3D model.
import type { ModelKind } from "../../domain/model/plant-model.ts";
import { checkGlb } from "../model/check-glb.ts";
import { checkTileset, type CheckedModel } from "../model/check-tileset.ts";
import { openModelArchive } from "../model/model-archive.ts";
import type { Reader } from "./reader.ts";
import { storeOf, type StoreAccess } from "./store-access.ts";

type Input = {
  readonly store: StoreAccess;
  readonly kind: ModelKind;
  readonly object: string;
  readonly bytes: number;
  readonly file_name: string;
};

export const reader: Reader<Input, CheckedModel> = async ({ store, kind, ...object }) => {
  const files = await storeOf(store);
  const { object: key, bytes, file_name } = object;
  if (kind === "glb") return checkGlb(await files.read(key), file_name);
  const archive = await openModelArchive(files, { key, bytes, file_name });
  try {
    return await checkTileset(archive, file_name);
  } finally {
    archive.close();
  }
};
