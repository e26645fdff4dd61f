// Names of files as users and programs send them.
import { limits } from "./limits.ts";

/**
 * The name without signs that cannot be stored or shown, and without marks that turn the direction of writing: they show
 * "fdp.exe" as "exe.pdf". At most `limits.fileNameLength` units of UTF-16; empty if nothing is left.
 */
export function shownFileName(name: string): string {
  return (
    name
      .replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, "")
      .slice(0, limits.fileNameLength)
      // Cutting can leave half of a letter.
      .replaceAll(/\p{Cs}/gu, "")
  );
}
