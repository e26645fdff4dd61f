// The notes of a release and the e-mail that tells the customer's users about it.
import { z } from "zod";
import type { Refusal } from "../error.ts";
import { idShape } from "../id.ts";
import type { Analysis } from "./analysis.ts";

/** Content types of a file with release notes. */
export const noteTypes = ["application/pdf", "text/plain"] as const;
export type NoteType = (typeof noteTypes)[number];

/** `sending`: the mail server has not answered yet, or the server stopped meanwhile. */
export const mailStates = ["sending", "sent", "failed"] as const;

/** An e-mail that is still `sending` after this time can be sent again. */
export const SENDING_MS = 10 * 60_000;

export const analysisNoteShape = z.object({
  file_name: z.string(),
  content_type: z.enum(noteTypes),
  bytes: z.number().int(),
  created_by: z.string().nullable(),
  created_at: z.string(),
});
export type AnalysisNote = z.infer<typeof analysisNoteShape>;

export const releaseMailFormShape = z.object({
  recipient_user_ids: z.array(idShape).min(1).max(500),
});

export const sentReleaseMailShape = z.object({
  id: z.number().int(),
  recipient_id: z.number().int(),
  recipient_name: z.string(),
  email: z.string(),
  state: z.enum(mailStates),
  /** Null for a deleted user. */
  sent_by: z.string().nullable(),
  sent_at: z.string(),
  /** The release that it is about; another one after a withdrawal. */
  released_at: z.string(),
});
export type SentReleaseMail = z.infer<typeof sentReleaseMailShape>;

/** Why the release e-mail cannot be sent, or null. */
export function releaseMailRefusal({ visibility }: Pick<Analysis, "visibility">): Refusal | null {
  return visibility === "released" ? null : { reason: "analysis_not_released" };
}

/** The type of a file by its first bytes and its name, or why it cannot be release notes. */
export function noteTypeOf(
  name: string,
  head: Uint8Array,
): { readonly type: NoteType } | { readonly refusal: Refusal } {
  if (head.length === 0) return { refusal: { reason: "file_empty" } };
  if (/\.pdf$/i.test(name)) {
    const isPdf = [0x25, 0x50, 0x44, 0x46, 0x2d].every((byte, at) => head[at] === byte);
    return isPdf ? { type: "application/pdf" } : { refusal: { reason: "release_notes_no_pdf" } };
  }
  const isText = /\.(txt|md)$/i.test(name) && !head.includes(0);
  return isText ? { type: "text/plain" } : { refusal: { reason: "release_notes_type" } };
}
