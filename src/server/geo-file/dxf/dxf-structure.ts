// Checks that group codes pair up, numbers parse and every section of a DXF drawing ends: dxf-parser searches without end
// or misreads it otherwise.
import type { Problem } from "../../../domain/error.ts";

/** What is opened, by the word that closes it. */
const closing: Readonly<Record<string, string>> = {
  SECTION: "ENDSEC",
  TABLE: "ENDTAB",
  BLOCK: "ENDBLK",
  POLYLINE: "SEQEND",
};
const closers = new Set(Object.values(closing));

/** Group codes of coordinates, lengths and angles. */
const isNumeric = (code: number) =>
  (code >= 10 && code <= 59) || (code >= 110 && code <= 149) || (code >= 210 && code <= 239);

/** Types of objects are words of ours or of programs; more than these are noise. */
const MOST_WORDS = 1000;

/** Why the drawing is damaged, with the line; for a whole one the words that begin its objects. */
export function dxfStructure(text: string): Problem | ReadonlySet<string> {
  const words = new Set<string>();
  const open: { readonly word: string; readonly line: number }[] = [];
  let at = 0;
  let line = 0;
  /** The corners of the open line: the parser reads as many as it says, however many there are. */
  let outline: { line: number; stated: number; found: number } | null = null;
  const next = (): string | null => {
    if (at >= text.length) return null;
    const end = text.indexOf("\n", at);
    const value = text.slice(at, end < 0 ? text.length : end);
    at = end < 0 ? text.length : end + 1;
    line += 1;
    return value.trim();
  };
  const broken = (of = line) => ({ reason: "dxf_broken", line: of });
  for (;;) {
    const head = next();
    if (head === null) return { reason: "dxf_cut_off", line };
    // Empty lines behind the last pair.
    if (head === "" && text.slice(at).trim() === "") return { reason: "dxf_cut_off", line };
    if (!/^-?\d{1,5}$/.test(head)) return broken();
    const code = Number(head);
    const value = next();
    if (value === null) return { reason: "dxf_cut_off", line };
    if (code === 0 && outline !== null && outline.stated !== outline.found)
      return broken(outline.line);
    if (code === 0) outline = value === "LWPOLYLINE" ? { line, stated: 0, found: 0 } : null;
    if (outline !== null && code === 90) outline.stated = Number(value);
    if (outline !== null && code === 10) outline.found += 1;
    if (isNumeric(code) && !(value !== "" && Number.isFinite(Number(value)))) return broken();
    if (code !== 0) continue;
    if (value === "EOF") return open.length === 0 ? words : broken(open.at(-1)!.line);
    words.add(value);
    if (words.size > MOST_WORDS) return broken();
    const last = open.at(-1);
    if (closers.has(value)) {
      // Attributes of an inserted block end with a SEQEND of their own.
      if (last && closing[last.word] === value) open.pop();
      else if (value !== "SEQEND") return broken();
    } else if (value in closing) {
      if (value === "SECTION" && open.length > 0) return broken(last!.line);
      open.push({ word: value, line });
    }
  }
}
