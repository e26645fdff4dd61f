// Splits a stream of GeoJSON into its features. Only one feature is in memory at a time. The text outside
// the array `features` is collected as the skeleton.
import { isUtf8 } from "node:buffer";
import type { Problem } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const COMMA = 0x2c;
const COLON = 0x3a;
const NEWLINE = 0x0a;

export type JsonSplit = {
  /** Returns the problem that ends the reading, or null. */
  write(chunk: Buffer): Problem | null;
  /** The skeleton: the text with an empty array of features; or the problem. */
  end(): { readonly skeleton: string } | { readonly problem: Problem };
  /** The skeleton so far, closed so that it can be parsed inside `features`. */
  partialSkeleton(): string;
  /** Whether a list of features has begun. */
  hasFeatures(): boolean;
};

/** 1 for the bytes that are structural inside a feature: brackets, quotes and line ends. */
const isStructural = new Uint8Array(256);
for (const byte of [QUOTE, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET, NEWLINE]) {
  isStructural[byte] = 1;
}

const isSpace = (byte: number) => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;

export function splitJson(
  onFeature: (text: string, number: number, line: number) => Problem | null,
): JsonSplit {
  let depth = 0;
  let inString = false;
  let escaped = false;
  let inFeatures = false;
  let hasFeatures = false;
  let isDone = false;
  let line = 1;
  let number = 0;
  let featureLine = 1;
  /** Inside `features`: whether an element (true) or a comma (false) must come next. */
  let wantsElement = true;
  let string = "";
  let key = "";
  let buffered: Buffer[] = [];
  let bufferedBytes = 0;
  const skeleton: Buffer[] = [];
  let skeletonBytes = 0;

  const place = () => (inFeatures ? { feature: Math.max(1, number), line } : { line });
  const addToSkeleton = (part: Buffer): Problem | null => {
    skeletonBytes += part.length;
    if (skeletonBytes > limits.featureBytes) return { reason: "json_too_long", line };
    skeleton.push(part);
    return null;
  };
  const emit = (last: Buffer): Problem | null => {
    const bytes = buffered.length === 0 ? last : Buffer.concat([...buffered, last]);
    buffered = [];
    bufferedBytes = 0;
    if (!isUtf8(bytes)) return { reason: "file_not_utf8", feature: number, line: featureLine };
    return onFeature(bytes.toString("utf8"), number, featureLine);
  };

  return {
    write(chunk) {
      // start of the bytes that are not stored yet, of the skeleton or of the feature
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
          while (i < length && isStructural[chunk[i]!] === 0) i++;
          if (i === length) break;
        }
        const byte = chunk[i]!;
        if (byte === NEWLINE) line += 1;
        if (inString) {
          if (escaped) escaped = false;
          else if (byte === BACKSLASH) {
            escaped = true;
            // a key with an escape is not compared; the skeleton shows whether it is a second `features`
            string += "\\";
          } else if (byte === QUOTE) inString = false;
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
          if (depth === 1 && key === "features") {
            if (hasFeatures) return { reason: "geojson_features_twice", field: "features", line };
            hasFeatures = true;
          }
        } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
          depth += 1;
          if (depth > limits.jsonDepth) {
            return { reason: "json_nested", values: { deepest: limits.jsonDepth }, ...place() };
          }
          if (depth === 2 && byte === OPEN_BRACKET && key === "features") {
            inFeatures = true;
            wantsElement = true;
            const problem = addToSkeleton(Buffer.from(chunk.subarray(start, i + 1)));
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
      if (!inFeatures) return addToSkeleton(rest);
      bufferedBytes += rest.length;
      if (bufferedBytes > limits.featureBytes) return { reason: "json_too_long", ...place() };
      buffered.push(rest);
      return null;
    },
    end() {
      if (!isDone) return { problem: { reason: "json_cut_off", ...place() } };
      const bytes = Buffer.concat(skeleton);
      if (!isUtf8(bytes)) return { problem: { reason: "file_not_utf8" } };
      return { skeleton: bytes.toString("utf8") };
    },
    hasFeatures: () => hasFeatures,
    partialSkeleton: () => `${Buffer.concat(skeleton).toString("utf8")}]}`,
  };
}
