// Splits a GeoJSON text into its features while it streams in. Only one feature is held at a time;
// everything outside the array `features` is gathered as the skeleton.
import { isUtf8 } from "node:buffer";
import type { Problem } from "../../domain/error.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const COMMA = 0x2c;
const COLON = 0x3a;
const NEWLINE = 0x0a;

const DEEPEST = 64;
/** The largest feature, and the most text outside of the features. */
const LONGEST_BYTES = 64 * 1024 ** 2;

export type JsonSplit = {
  /** Answers the problem that ends the reading, if there is one. */
  write(chunk: Buffer): Problem | null;
  /** The text outside of the features with an empty array in their place, or the problem. */
  end(): { readonly skeleton: string } | { readonly problem: Problem };
  /** The skeleton so far, closed so that it can be parsed inside `features`. */
  soFar(): string;
};

/** 1 for the bytes that matter inside a feature: those that open, close, quote or end a line. */
const matters = new Uint8Array(256);
for (const byte of [QUOTE, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET, NEWLINE]) {
  matters[byte] = 1;
}

const isSpace = (byte: number) => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;

export function splitJson(
  onFeature: (text: string, number: number, line: number) => Problem | null,
): JsonSplit {
  let depth = 0;
  let inString = false;
  let escaped = false;
  let inFeatures = false;
  let isDone = false;
  let line = 1;
  let number = 0;
  let featureLine = 1;
  /** Inside `features`: whether an element (true) or a comma (false) must come next. */
  let wantsElement = true;
  let string = "";
  let key = "";
  let held: Buffer[] = [];
  let heldBytes = 0;
  const skeleton: Buffer[] = [];
  let skeletonBytes = 0;

  const place = () => (inFeatures ? { feature: Math.max(1, number), line } : { line });
  const keep = (part: Buffer): Problem | null => {
    skeletonBytes += part.length;
    if (skeletonBytes > LONGEST_BYTES) return { reason: "json_too_long", line };
    skeleton.push(part);
    return null;
  };
  const emit = (last: Buffer): Problem | null => {
    const bytes = held.length === 0 ? last : Buffer.concat([...held, last]);
    held = [];
    heldBytes = 0;
    if (!isUtf8(bytes)) return { reason: "file_not_utf8", feature: number, line: featureLine };
    return onFeature(bytes.toString("utf8"), number, featureLine);
  };

  return {
    write(chunk) {
      // start of what is not yet kept: of the skeleton, or of the feature
      let start = 0;
      const { length } = chunk;
      for (let i = 0; i < length; i++) {
        if (depth > 2 && inFeatures) {
          if (inString) {
            if (escaped) escaped = false;
            else {
              while (i < length && chunk[i] !== QUOTE && chunk[i] !== BACKSLASH) i++;
              if (chunk[i] === QUOTE) inString = false;
              else if (chunk[i] === BACKSLASH) escaped = true;
            }
            continue;
          }
          while (i < length && matters[chunk[i]!] === 0) i++;
          if (i === length) break;
        }
        const byte = chunk[i]!;
        if (byte === NEWLINE) line += 1;
        if (inString) {
          if (escaped) escaped = false;
          else if (byte === BACKSLASH) escaped = true;
          else if (byte === QUOTE) inString = false;
          else if (depth === 1 && string.length < 16) string += String.fromCharCode(byte);
          continue;
        }
        if (isSpace(byte)) continue;
        if (isDone) return { reason: "json_trailing", line };
        if (depth === 0 && byte !== OPEN_BRACE) return { reason: "geojson_no_object", line };
        if (inFeatures && depth === 2) {
          if (byte === CLOSE_BRACKET) {
            inFeatures = false;
            depth = 1;
            start = i;
          } else if (wantsElement && byte === OPEN_BRACE) {
            number += 1;
            featureLine = line;
            wantsElement = false;
            start = i;
            depth = 3;
          } else if (!wantsElement && byte === COMMA) wantsElement = true;
          else {
            const place = { feature: number + 1, line };
            return wantsElement
              ? { reason: "geojson_feature_no_object", ...place }
              : { reason: "json_syntax", ...place };
          }
          continue;
        }
        if (byte === QUOTE) {
          inString = true;
          string = "";
        } else if (byte === COLON) {
          if (depth === 1) key = string;
        } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
          depth += 1;
          if (depth > DEEPEST)
            return { reason: "json_nested", values: { deepest: DEEPEST }, ...place() };
          if (depth === 2 && byte === OPEN_BRACKET && key === "features") {
            inFeatures = true;
            wantsElement = true;
            const problem = keep(Buffer.from(chunk.subarray(start, i + 1)));
            if (problem !== null) return problem;
          }
        } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
          depth -= 1;
          if (inFeatures && depth === 2) {
            const problem = emit(chunk.subarray(start, i + 1));
            if (problem !== null) return problem;
          }
          if (depth === 0) isDone = true;
        }
      }
      if (inFeatures && depth === 2) return null;
      const rest = Buffer.from(chunk.subarray(start));
      if (!inFeatures) return keep(rest);
      heldBytes += rest.length;
      if (heldBytes > LONGEST_BYTES) return { reason: "json_too_long", ...place() };
      held.push(rest);
      return null;
    },
    end() {
      if (!isDone) return { problem: { reason: "json_cut_off", ...place() } };
      const bytes = Buffer.concat(skeleton);
      if (!isUtf8(bytes)) return { problem: { reason: "file_not_utf8" } };
      return { skeleton: bytes.toString("utf8") };
    },
    soFar: () => `${Buffer.concat(skeleton).toString("utf8")}]}`,
  };
}
