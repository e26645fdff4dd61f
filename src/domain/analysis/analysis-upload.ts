// Uploads of drone data: one per file, in chunks, see decisions/upload.md.
import { z } from "zod";
import { digitsShape, idShape } from "../id.ts";
import { limits } from "../limits.ts";
import { exactLineShape } from "../text.ts";
import { uploadNameLength } from "./upload-name.ts";

/** `expired` uploads are in quarantine; their bytes are removed later. */
export const uploadStates = ["running", "finished", "failed", "cancelled", "expired"] as const;
export type UploadState = (typeof uploadStates)[number];

export const analysisUploadShape = z.object({
  id: z.number().int(),
  analysis_id: z.number().int(),
  /** With its folders, separated by `/`. */
  file_name: z.string(),
  /** Size of the whole file. */
  bytes: z.number().int(),
  /** Bytes that are stored: the next chunk begins here. */
  offset: z.number().int(),
  state: z.enum(uploadStates),
  created_at: z.string(),
  updated_at: z.string(),
  /** When an unfinished upload expires. */
  expires_at: z.string(),
  /** Name of the user who uploads; null if the account was deleted. */
  user_name: z.string().nullable(),
});
export type AnalysisUpload = z.infer<typeof analysisUploadShape>;

/** Who uploads now: one entry per user and analysis. */
export const uploadingUserShape = z.object({
  user_id: z.number().int(),
  user_name: z.string(),
  analysis_id: z.number().int(),
  analysis_name: z.string(),
  plant_name: z.string(),
  file_count: z.number().int(),
  /** Of all files that are being uploaded, and what of them has arrived. */
  bytes: z.number().int(),
  offset: z.number().int(),
  updated_at: z.string(),
});

export type UploadingUser = z.infer<typeof uploadingUserShape>;

const sentNameShape = exactLineShape.max(4096);

export const fileNamesFormShape = z.object({
  file_names: z.array(sentNameShape).min(1).max(limits.secureNames),
});
export const secureFileNamesShape = z.array(
  z.object({ sent_name: z.string(), file_name: z.string() }),
);

/** SHA-256 in hexadecimal digits. */
export const hashShape = exactLineShape.regex(/^[0-9a-f]{64}$/);
export const finishFormShape = z.object({ sha256: hashShape });

/** A name that is stored, in a request. */
export const storedNameShape = exactLineShape.min(1).max(uploadNameLength);
export const storedNamesShape = z.array(storedNameShape).min(1).max(limits.secureNames);

export const moveFormShape = z.object({
  file_names: storedNamesShape,
  to_analysis_id: idShape,
  /** True where an admin has confirmed that the files belong to another plant of the customer. */
  to_other_plant: z.boolean().default(false),
});

const tusVersion = z.literal("1.0.0");

/** Values of a header `Upload-Metadata`: names with values in base64. */
function metadataOf(text: string): Map<string, string> {
  const pairs = text.split(",").map((pair) => pair.trim().split(" "));
  return new Map(
    pairs.map(([name = "", value = ""]) => [
      name,
      new TextDecoder().decode(Uint8Array.from(atob(value), (sign) => sign.charCodeAt(0))),
    ]),
  );
}

/** `Upload-Metadata` as its file name. */
const metadataShape = z
  .string()
  .max(8192)
  .transform((text, context) => {
    try {
      const name = metadataOf(text).get("filename");
      if (name !== undefined && name !== "") return name;
    } catch {
      // Said below.
    }
    context.addIssue("upload_without_name");
    return z.NEVER;
  })
  .pipe(storedNameShape);

/** `Upload-Checksum` as the hash in hexadecimal digits. */
export const checksumShape = z
  .string()
  .regex(/^sha256 [A-Za-z0-9+/]{43}=$/)
  .transform((text) =>
    [...atob(text.slice("sha256 ".length))]
      .map((sign) => sign.charCodeAt(0).toString(16).padStart(2, "0"))
      .join(""),
  );

/** Of the body, where the client says it. */
const contentLength = { "content-length": digitsShape(0, limits.analysisFileBytes).optional() };
const byteCount = digitsShape(0, limits.analysisFileBytes);

export const createHeadersShape = z.object({
  "tus-resumable": tusVersion.optional(),
  "upload-length": byteCount,
  "upload-metadata": metadataShape,
});
export const headHeadersShape = z.object({ "tus-resumable": tusVersion.optional() });
export const patchHeadersShape = z.object({
  "tus-resumable": tusVersion,
  "upload-offset": byteCount,
  "upload-checksum": checksumShape.optional(),
  ...contentLength,
});
export const chunkHeadersShape = z.object({
  "upload-offset": byteCount,
  "upload-checksum": checksumShape,
  ...contentLength,
});

const tusAnswer = { "tus-resumable": tusVersion, "upload-expires": z.string() };
export const createdHeadersShape = z.object({ ...tusAnswer, location: z.string() });
export const offsetHeadersShape = z.object({ ...tusAnswer, "upload-offset": z.number() });
export const headAnswerShape = offsetHeadersShape.extend({ "upload-length": z.number() });
export const removedHeadersShape = z.object({ "tus-resumable": tusVersion });
