// The bytes of the pictures that a glTF model holds itself: in its container, in data addresses, in the files of its buffers.
import type { Gltf } from "../../domain/model/gltf.ts";
import { dataOf } from "../../domain/model/gltf-image.ts";

/**
 * @param bin the bytes of the container; null for a .gltf
 * @param readFile the bytes of a file that a buffer names; null where it is not there, which the check of files says
 * @returns each picture; no bytes for one that cannot be read. Pictures of a buffer that is not there are left out.
 */
export async function* picturesOf(
  { pictures, buffers }: Pick<Gltf, "pictures" | "buffers">,
  bin: Uint8Array | null,
  readFile: (uri: string) => Promise<Uint8Array | null>,
): AsyncGenerator<Uint8Array> {
  const nothing = new Uint8Array();
  // A buffer holds many pictures, one after the other: the last one that was read is kept.
  const last = { buffer: -1, bytes: null as Uint8Array | null };
  for (const picture of pictures) {
    if ("data" in picture) {
      yield dataOf(picture.data) ?? nothing;
      continue;
    }
    const { buffer, begin, bytes } = picture;
    if (buffer !== last.buffer) {
      const uri = buffers[buffer] ?? null;
      const isData = uri !== null && /^data:/i.test(uri);
      last.bytes = uri === null ? bin : isData ? dataOf(uri) : await readFile(uri);
      last.buffer = buffer;
    }
    if (last.bytes) yield last.bytes.subarray(begin, begin + bytes);
  }
}
