// The check of the pictures of a glTF model: each is named in one way, and where its bytes are is known.
import { listOf, objectOf, type JsonObject, type ModelCheck } from "./model-check.ts";

/** Where the bytes of a buffer or of a picture are. */
export type GltfFile = {
  readonly uri: string;
  /** The file is at least so long; 0 for a picture. */
  readonly bytes: number;
  readonly isPicture: boolean;
};

/** A picture in a data address, or in a buffer: its bytes lie there from `begin`. */
export type GltfPicture =
  | { readonly data: string }
  | { readonly buffer: number; readonly begin: number; readonly bytes: number };

type View = {
  readonly buffer: number;
  readonly begin: number;
  readonly bytes: number;
  /** Its bytes are not those of the buffer. */
  readonly isPacked: boolean;
};

export const isIndex = (value: unknown, count: number): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value < count;

/** The letters of a data address that are base64. */
const base64 = /^data:[^,]*;base64,/i;

/** The bytes of a data address in base64; null for any other, and for letters that are none of base64. */
export function dataOf(uri: string): Uint8Array | null {
  const head = base64.exec(uri)?.[0];
  if (head === undefined) return null;
  try {
    return Uint8Array.from(atob(uri.slice(head.length)), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

export function checkImages(
  json: JsonObject,
  views: readonly (View | null)[],
  check: ModelCheck,
): { readonly files: readonly GltfFile[]; readonly pictures: readonly GltfPicture[] } {
  const files: GltfFile[] = [];
  const pictures: GltfPicture[] = [];
  const images = listOf(json["images"]);
  for (const [at, value] of images.entries()) {
    const { uri, bufferView } = objectOf(value) ?? {};
    const refuse = () => check.refuse("model_image", { item: `images[${at}]` });
    // With both, the 3D view would show the bytes of the buffer.
    if (uri !== undefined && bufferView !== undefined) refuse();
    else if (typeof uri === "string") {
      if (!/^data:/i.test(uri)) files.push({ uri, bytes: 0, isPicture: true });
      else if (base64.test(uri)) pictures.push({ data: uri });
      else refuse();
    } else if (isIndex(bufferView, views.length)) {
      const view = views[bufferView];
      if (view?.isPacked) refuse();
      else if (view) pictures.push(view);
    } else refuse();
  }
  const samplers = listOf(json["samplers"]).length;
  for (const [at, value] of listOf(json["textures"]).entries()) {
    const { source, sampler } = objectOf(value) ?? {};
    if (
      (source !== undefined && !isIndex(source, images.length)) ||
      (sampler !== undefined && !isIndex(sampler, samplers))
    )
      check.refuse("model_texture", { item: `textures[${at}]` });
  }
  return { files, pictures };
}
