// Receives a logo, checks its format and re-encodes it.
import { createHash } from "node:crypto";
import { isKept } from "../adapters/object-storage.ts";
import type { Context } from "../context.ts";
import type { Part } from "../implement.ts";
import { logoKey } from "../store/provider/customer.ts";
import { badRequest, receiveParts, type UploadedFile } from "./receive-parts.ts";

/**
 * Receives the one file, named `logo`, and stores it re-encoded: a PNG of at most 800 by 240 pixels
 * without metadata or any other content of the file.
 * @returns its key in the object store
 * @throws Failure FILE_REFUSED, BAD_REQUEST or TOO_LARGE; nothing is stored then
 */
export async function receiveLogo(
  { files, readers, viewer }: Context,
  parts: AsyncIterable<Part>,
): Promise<string> {
  let sent: { readonly bytes: Buffer; readonly file: string } | null = null;
  const form = {
    fields: [],
    files: ["logo"],
    async onFile(file: UploadedFile) {
      sent = { bytes: await file.buffer(), file: file.file_name };
    },
  };
  return receiveParts(files, parts, form, async () => {
    if (!sent) throw badRequest("field_missing", "logo");
    const { bytes, file } = sent;
    const png = await readers.picture("logo", {
      input: { name: file, bytes },
      file,
      bytes: bytes.length,
      owner: viewer.account_id,
    });
    const key = logoKey(createHash("sha256").update(png).digest("hex"));
    // Stored without the receiver, which removes objects after a failure: another customer may have the same logo.
    if (!(await isKept(files, key))) await files.put(key, png);
    return key;
  });
}
