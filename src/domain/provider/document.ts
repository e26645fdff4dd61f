// Documentation files.
import { z } from "zod";
import type { ViewerFacts } from "../account/viewer.ts";
import type { Refusal } from "../error.ts";
import { lineShape, paragraphShape } from "../text.ts";

const fieldShapes = z.object({
  title: lineShape.min(1).max(200),
  /** Name for the download; see `fileNameRefusal`. */
  file_name: lineShape.min(1).max(200),
  description: paragraphShape.max(5000),
  /** Visible to super admins only. */
  is_protected: z.boolean(),
});

export const documentChangesShape = fieldShapes.partial();
export type DocumentChanges = z.infer<typeof documentChangesShape>;

/** Input of the form that changes a document. */
export const documentFormShape = fieldShapes;
/** Input of the upload form. */
export const documentUploadShape = fieldShapes.extend({
  file: z.instanceof(Blob, { message: "file_needed" }),
});
export type DocumentForm = z.infer<typeof documentFormShape>;
export type DocumentUpload = z.infer<typeof documentUploadShape>;

export const documentShape = fieldShapes.extend({
  id: z.number().int(),
  bytes: z.number().int(),
  /** ISO 8601. */
  created_at: z.string(),
  updated_at: z.string(),
  /** Name of the user who uploaded it; null if the account was deleted. */
  created_by: z.string().nullable(),
});
export type Document = z.infer<typeof documentShape>;

/** Names that Windows reserves for devices. */
const deviceName = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Why the file cannot be protected, or null: only super admins see and set this. */
export function documentProtectionRefusal(
  { is_super_admin }: Pick<ViewerFacts, "is_super_admin">,
  { is_protected }: { readonly is_protected?: boolean | undefined },
): Refusal | null {
  return is_protected && !is_super_admin
    ? { reason: "document_protected_by_others", field: "is_protected" }
    : null;
}

/** Why a text is no file name for all operating systems, or null. */
export function fileNameRefusal(name: string): Refusal | null {
  const field = "file_name";
  if (name.trim() === "") return { reason: "field_missing", field };
  const isBad =
    /[\\/:*?"<>|\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(name) ||
    /^\.|[. ]$/.test(name) ||
    deviceName.test(name);
  return isBad ? { reason: "file_name_bad", field } : null;
}

/**
 * The nearest name that `fileNameRefusal` allows: the last part of a path, forbidden characters replaced by
 * `_` or removed, at most 200 characters including the ending. "document" if nothing is left.
 */
export function safeFileName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? "";
  const clean = last
    .replace(/[:*?"<>|]/g, "_")
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, "")
    .replace(/^[.\s]+|[.\s]+$/g, "");
  const named = deviceName.test(clean) ? `_${clean}` : clean;
  if (named === "") return "document";
  if (named.length <= 200) return named;
  const ending = /\.[^.]{1,20}$/.exec(named)?.[0] ?? "";
  // Cutting can leave half of a surrogate pair.
  return named.slice(0, 200 - ending.length).replace(/\p{Cs}/gu, "") + ending;
}

/** The fields that differ from the stored ones; null without differences. */
export function documentChanges(stored: Document, edited: DocumentForm): DocumentChanges | null {
  const names = ["title", "file_name", "description", "is_protected"] as const;
  const changed = names.filter((name) => stored[name] !== edited[name]);
  return changed.length === 0
    ? null
    : Object.fromEntries(changed.map((name) => [name, edited[name]]));
}
