// Whatever a reader of the browser throws at a damaged file, the person reads words in the own language: no parser's
// word, no code and no name of a field.
import { beforeEach, describe, expect, test } from "vitest";
import { startWords, type Locale } from "../../client/i18n.ts";
import { decodeColumn, encodeColumn } from "../../domain/column/column-codec.ts";
import { splitSections } from "../../domain/column/sections.ts";
import { decodeNames, encodeNames } from "../../domain/component/names-codec.ts";
import { failure } from "../../domain/error.ts";
import { decodeGeometry, encodeGeometry } from "../../domain/geometry/geometry-codec.ts";
import { faultWords } from "./fault.ts";
import { failed } from "./loaded.ts";
import { needWords } from "./locale.ts";

const numbers = new Float32Array([1, 2, 3, NaN]);
const geometry = encodeGeometry({
  type: "module",
  count: 4,
  parent: new Uint32Array(4),
  centreX: numbers,
  centreY: numbers,
  length: numbers,
  width: numbers,
  rotation: numbers,
  height: numbers,
  polygons: {
    rows: new Uint32Array(0),
    offsets: new Uint32Array([0]),
    xy: new Float32Array(0),
  },
  blockBounds: new Float32Array([0, 0, 1, 1]),
});
const names = encodeNames({ count: 2, dtId: (row) => `A${row}`, pcs: () => "B" });
const column = encodeColumn(numbers, { kind: "f32", step: 1 });

/** Reads a file of the browser to the end. */
const readers: Record<string, readonly [whole: Uint8Array, read: (bytes: Uint8Array) => unknown]> =
  {
    geometry: [geometry, decodeGeometry],
    names: [names, decodeNames],
    column: [column, decodeColumn],
    "sections of another kind": [geometry, (bytes) => splitSections("NONE", bytes)],
    "a column in place of a geometry": [column, decodeGeometry],
    JSON: [
      new TextEncoder().encode('{"a": [1, 2]}'),
      (bytes) => JSON.parse(new TextDecoder().decode(bytes)),
    ],
  };

/** Everything that the reader throws: the file cut off anywhere, and each byte turned round. */
function thrownBy([whole, read]: (typeof readers)[string]): Error[] {
  const cuts = Array.from(whole, (_, length) => whole.slice(0, length));
  const turned = Array.from(whole, (byte, at) => whole.with(at, byte ^ 0xff));
  const thrown = new Map<string, Error>();
  for (const bytes of [whole, ...cuts, ...turned]) {
    try {
      read(bytes);
    } catch (cause) {
      if (cause instanceof Error) thrown.set(`${cause.name} ${cause.message}`, cause);
    }
  }
  return [...thrown.values()];
}

/** Names of programs: with an underscore, in capitals, in camel case, or of an error. */
const program = /\w+_\w+|\b[A-Z]{3,}\d?\b|\b[a-z]+[A-Z]\w*|(Range|Syntax|Type)Error|undefined|\{\{/;

describe.each(["en", "es", "pt"] as const)("in %s", (language: Locale) => {
  beforeEach(async () => {
    await startWords(language);
    await needWords("refusal", "error", "shell");
  });

  test.each(Object.keys(readers))("a damaged file is said in words: %s", (name) => {
    const thrown = thrownBy(readers[name]!);
    expect(thrown.length).toBeGreaterThan(0);
    for (const cause of thrown) {
      for (const fault of [cause, failed(cause).fault]) {
        const { title, message, details } = faultWords(fault);
        const text = [title, message, ...details].join(" ");
        expect(text).not.toContain(cause.message);
        expect(text).not.toMatch(program);
        if (cause.name === "RangeError") expect(details).toHaveLength(1);
      }
    }
  });

  test("a rule that refuses in the browser says its sentence, without code and field", () => {
    const refusal = { reason: "plant_technology_fixed", field: "technology" };
    const { title, message, details } = faultWords(failure("CONFLICT", refusal));
    expect([title, message, ...details].join(" ")).not.toMatch(program);
    expect(details).toHaveLength(1);
    expect(details[0]).not.toContain("technology:");
  });
});
