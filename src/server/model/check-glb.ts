// The check of a single glTF model: a .glb with all that it needs.
import { failure, type Problem } from "../../domain/error.ts";
import { readGlb } from "../../domain/model/glb.ts";
import { checkGltf } from "../../domain/model/gltf.ts";
import { shortened, type ModelCheck } from "../../domain/model/model-check.ts";
import type { CheckedModel } from "./check-tileset.ts";
import { picturesOf } from "./gltf-pictures.ts";
import { pictureCheck } from "./model-picture.ts";

/** @throws FILE_REFUSED with a problem per fault */
export async function checkGlb(bytes: Uint8Array, file: string): Promise<CheckedModel> {
  const problems: Problem[] = [];
  const check: ModelCheck = {
    refuse: (reason, values) => void problems.push({ reason, file, ...(values && { values }) }),
  };
  const glb = readGlb(bytes, check);
  if (!glb) throw failure("FILE_REFUSED", ...problems);
  const gltf = checkGltf(glb.json, glb.bin, check);
  for (const { uri } of gltf.files) check.refuse("model_file_beside", { uri: shortened(uri) });
  const pictureFault = pictureCheck();
  for await (const picture of picturesOf(gltf, glb.bin, () => Promise.resolve(null))) {
    const fault = await pictureFault(picture);
    if (fault) check.refuse(fault.reason, fault.values);
  }
  if (problems.length > 0) throw failure("FILE_REFUSED", ...problems.slice(0, 200));
  return { root: "", version: "2.0", tile_count: 1, own_place: null };
}
