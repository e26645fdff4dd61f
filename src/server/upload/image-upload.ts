// Images that are sent ahead of an import: a ZIP that its user names by an ID of their own. It is kept for a
// day, like every upload that no task needs.
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { failure } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import type { Context } from "../context.ts";
import type { Part } from "../implement.ts";
import { badRequest, receiveParts, type UploadedFile } from "./receive-parts.ts";

type Owner = Pick<Context, "files" | "viewer">;

const isTmpId = (id: string) => /^[\w-]{1,100}$/.test(id);

function folderOf({ viewer }: Pick<Owner, "viewer">): string {
  return `upload/images/${viewer.account_id}/`;
}

/** Key of the user's upload with this ID. Any text may be an ID, so the key has its hash. */
function keyOf(owner: Pick<Owner, "viewer">, upload_tmp_id: string): string {
  return `${folderOf(owner)}${createHash("sha256").update(upload_tmp_id).digest("hex")}`;
}

/**
 * Stores the ZIP; one with the same ID is replaced.
 * @throws Failure BAD_REQUEST, TOO_LARGE, or CONFLICT if the user has too many already
 */
export async function receiveImages(context: Context, parts: AsyncIterable<Part>) {
  const { files } = context;
  const upload: { id: string | null; name: string; bytes: number } = {
    id: null,
    name: "",
    bytes: 0,
  };
  const form = {
    fields: ["upload_tmp_id"],
    files: ["image_files_zip"],
    onField(_: string, value: string) {
      if (!isTmpId(value)) throw badRequest("field_invalid", "upload_tmp_id");
      upload.id = value;
    },
    async onFile(file: UploadedFile) {
      // The ID comes first, because the file is stored under it while it arrives.
      if (upload.id === null) throw badRequest("field_missing", "upload_tmp_id");
      await refuseMany(context, upload.id);
      const { head } = await file.peek(4);
      if (!isZip(head)) throw badRequest("zip_broken", "image_files_zip");
      upload.name = file.file_name || file.field;
      upload.bytes = await file.store(keyOf(context, upload.id));
    },
  };
  return receiveParts(files, parts, form, async () => {
    if (upload.id === null) throw badRequest("field_missing", "upload_tmp_id");
    if (upload.bytes === 0) throw badRequest("field_missing", "image_files_zip");
    return {
      upload_tmp_id: upload.id,
      images_zip_filename: upload.name,
      bytes: upload.bytes,
    };
  });
}

/** A local file header, or the end record of an empty archive. */
function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && (head[2] === 3 || head[2] === 5);
}

/** @throws CONFLICT for a new upload of a user who has too many */
async function refuseMany(owner: Owner, upload_tmp_id: string): Promise<void> {
  const most = limits.imageUploadsPerUser;
  const own = keyOf(owner, upload_tmp_id);
  let count = 0;
  for await (const key of owner.files.list(folderOf(owner))) if (key !== own) count += 1;
  if (count >= most) throw failure("CONFLICT", { reason: "too_many_uploads", values: { most } });
}

/**
 * Copies the user's upload to a path. Returns its size in bytes.
 * @throws BAD_REQUEST if there is none with this ID
 */
export async function takeImages(owner: Owner, upload_tmp_id: string, path: string) {
  const key = keyOf(owner, upload_tmp_id);
  const bytes = await owner.files.size(key);
  if (bytes === null) throw badRequest("upload_unknown", "upload_tmp_id");
  await owner.files.checkRoom?.(bytes);
  await pipeline(await owner.files.stream(key), createWriteStream(path));
  return bytes;
}

/** Removes the user's upload, once a task has a copy of it. */
export async function dropImages(owner: Owner, upload_tmp_id: string): Promise<void> {
  await owner.files.remove(keyOf(owner, upload_tmp_id));
}
