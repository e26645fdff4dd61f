// A documentation file.
import { z } from "zod";
import type { ViewerFacts } from "../account/viewer.ts";
import type { Refusal } from "../error.ts";

const fieldShapes = z.object({
  title: z.string().trim().min(1).max(200),
  /** As it is offered for download; see `fileNameRefusal`. */
  file_name: z.string().trim().min(1).max(200),
  description: z.string().trim().max(5000),
  /** Seen by super admins only. */
  is_protected: z.boolean(),
});

export const documentChangesShape = fieldShapes.partial();
export type DocumentChanges = z.infer<typeof documentChangesShape>;

/** What a person enters to change a document. */
export const documentFormShape = fieldShapes;
/** What a person enters to upload one. */
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
  /** Name of whoever uploaded it; null where the account is gone. */
  created_by: z.string().nullable(),
});
export type Document = z.infer<typeof documentShape>;

/** Names that Windows keeps for devices. */
const deviceName = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Why the file cannot be marked as protected, or null: what only super admins see, they protect. */
export function documentProtectionRefusal(
  { is_super_admin }: Pick<ViewerFacts, "is_super_admin">,
  { is_protected }: { readonly is_protected?: boolean | undefined },
): Refusal | null {
  return is_protected && !is_super_admin
    ? { reason: "document_protected_by_others", field: "is_protected" }
    : null;
}

/** Why a text is no file name that every system can store, or null. */
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
 * The nearest name that `fileNameRefusal` takes: the last part of a path, what is not allowed replaced
 * by `_`, at most 200 signs with the ending kept. "document" where nothing is left.
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
  // Half a surrogate pair is no text.
  return named.slice(0, 200 - ending.length).replace(/\p{Cs}/gu, "") + ending;
}

/** The fields that differ from what is stored; null where nothing does, and nothing is sent then. */
export function documentChanges(stored: Document, edited: DocumentForm): DocumentChanges | null {
  const names = ["title", "file_name", "description", "is_protected"] as const;
  const changed = names.filter((name) => stored[name] !== edited[name]);
  return changed.length === 0
    ? null
    : Object.fromEntries(changed.map((name) => [name, edited[name]]));
}
