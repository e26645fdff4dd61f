import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isFailure } from "../error.ts";
import { jsonReader } from "./json-reader.ts";
import { isEveryday } from "../../../tests/fixtures/rounds.ts";

/** What JSON.parse would make of the text, read in chunks of `size` bytes. */
function readInChunks(text: string | Uint8Array, size: number, knownKeys: string[] = []): unknown {
  const holder: unknown[] = [];
  const stack: (unknown[] | Record<string, unknown>)[] = [holder];
  const keys: string[] = [];
  const put = (value: unknown) => {
    const into = stack.at(-1);
    if (Array.isArray(into)) into.push(value);
    else if (into)
      Object.defineProperty(into, keys.pop() ?? "", {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      });
  };
  const reader = jsonReader(
    {
      open(kind) {
        const made = kind === "array" ? [] : {};
        put(made);
        stack.push(made);
      },
      close: () => void stack.pop(),
      key: (name) => void keys.push(name),
      value: put,
    },
    knownKeys,
  );
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  for (let at = 0; at < bytes.length; at += size) reader.write(bytes.subarray(at, at + size));
  reader.end();
  return holder[0];
}

function reasonOf(act: () => unknown): { reason?: string; line?: number } {
  try {
    act();
    return {};
  } catch (cause) {
    if (!isFailure(cause)) throw cause;
    const { reason = "", line = 0 } = cause.problems[0] ?? {};
    return { reason, line };
  }
}

describe("reading JSON in chunks", () => {
  test.skipIf(isEveryday)("agrees with JSON.parse for any chunk sizes", () => {
    fc.assert(
      fc.property(
        fc.json({ depthSize: "small", stringUnit: "binary" }),
        fc.integer({ min: 1, max: 40 }),
        fc.boolean(),
        (text, size, isIndented) => {
          const sent = isIndented ? JSON.stringify(JSON.parse(text), null, 2) : text;
          expect(readInChunks(sent, size, ["a", "", "key"])).toEqual(JSON.parse(sent));
        },
      ),
      { numRuns: 1000 },
    );
  });

  test("keeps a mark of byte order at the start of a name and of a value", () => {
    const text = '{"\ufeff":"\ufeffa"}';
    for (const size of [1, 3, 40]) {
      expect(readInChunks(text, size, [])).toEqual({ "\ufeff": "\ufeffa" });
    }
  });

  test("reads every number to the last bit", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(readInChunks(JSON.stringify([value]), 7)).toEqual([value === 0 ? 0 : value]);
      }),
      { numRuns: 2000 },
    );
    expect(readInChunks("[1.10, 0.1, -0.5, 1e3, 123456789012345678, 0]", 3)).toEqual([
      1.1, 0.1, -0.5, 1000, 123456789012345680, 0,
    ]);
  });

  test("refuses exactly what JSON.parse refuses", () => {
    const fragment = fc.constantFrom(
      ...'{ } [ ] , : " \\ \n 1 0 01 -1 - . 1. .5 1e 1e5 null nul true NaN "a" "\\u00e4" "\\x" \t'.split(
        " ",
      ),
    );
    fc.assert(
      fc.property(
        fc.array(fragment, { maxLength: 9 }),
        fc.integer({ min: 1, max: 5 }),
        (parts, size) => {
          const text = parts.join("");
          let expected: unknown;
          let isValid = true;
          try {
            expected = JSON.parse(text);
          } catch {
            isValid = false;
          }
          if (isValid) expect(readInChunks(text, size)).toEqual(expected);
          else expect(reasonOf(() => readInChunks(text, size)).reason).toMatch(/^(json|not_utf8)/);
        },
      ),
      { numRuns: 5000 },
    );
  });

  test("reports the line and the kind of the error", () => {
    expect(reasonOf(() => readInChunks('{\n"a": 1,\n"b": }', 4))).toEqual({
      reason: "json_syntax",
      line: 3,
    });
    expect(reasonOf(() => readInChunks('["a', 4))).toEqual({ reason: "json_ends_early", line: 1 });
    expect(reasonOf(() => readInChunks("[".repeat(100_000), 4096)).reason).toBe("json_too_deep");
    expect(reasonOf(() => readInChunks(`["${"a".repeat(100_000)}"]`, 4096)).reason).toBe(
      "json_token_too_long",
    );
    expect(reasonOf(() => readInChunks(`[${"1".repeat(100_000)}]`, 4096)).reason).toBe(
      "json_token_too_long",
    );
    expect(
      reasonOf(() => readInChunks(Uint8Array.of(0x5b, 0x22, 0xff, 0x22, 0x5d), 9)).reason,
    ).toBe("not_utf8");
    expect(reasonOf(() => readInChunks(Uint8Array.of(0xff, 0xfe, 0x5b, 0x00), 9)).reason).toBe(
      "not_utf8",
    );
    expect(reasonOf(() => readInChunks('["a\u0000b"]', 9)).reason).toBe("json_control_character");
  });

  test("accepts a byte order mark", () => {
    expect(readInChunks("\ufeff[1]", 2)).toEqual([1]);
  });

  test("reads nesting, strings and numbers up to their limits", () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    const refusal = (text: string) => reasonOf(() => readInChunks(text, 100_000)).reason;
    expect(readInChunks(nested(16), 3)).toEqual(JSON.parse(nested(16)));
    expect(refusal(nested(17))).toBe("json_too_deep");
    expect(refusal(`${'{"a":'.repeat(17)}1`)).toBe("json_too_deep");
    const long = "a".repeat(4096);
    expect(readInChunks(`["${long}"]`, 100_000)).toEqual([long]);
    expect(refusal(`["${long}a"]`)).toBe("json_token_too_long");
    expect(readInChunks(`[0.${"1".repeat(4000)}]`, 100_000)).toEqual([0.1111111111111111]);
    expect(refusal(`[${"1".repeat(4098)}]`)).toBe("json_token_too_long");
    expect(refusal(`[${"a".repeat(4098)}]`)).toBe("json_token_too_long");
  });

  test("knows keys only as a whole, and tells them from texts", () => {
    const text = '{"value":"value","valve":1,"valu":2,"values":3,"":4,"v\\u0061lue":5,"ä":6}';
    const known = ["value", "ä", ""];
    expect(readInChunks(text, 5, known)).toEqual(JSON.parse(text));
  });

  test("counts the line of each token", () => {
    const lines: number[] = [];
    const note = () => void lines.push(reader.line());
    const reader = jsonReader({ open: note, close: note, key: note, value: note });
    const text = '\n{\n\n"a":\n1,\r\n"b": [\ntrue,null\n]\n}\n';
    for (const byte of new TextEncoder().encode(text)) reader.write(Uint8Array.of(byte));
    reader.end();
    //                    {  "a" 1  "b" [  true null ]  }
    expect(lines).toEqual([2, 4, 5, 6, 6, 7, 7, 8, 9]);
  });

  test("tells what is wrong with a text", () => {
    const refusal = (text: string) => reasonOf(() => readInChunks(text, 100_000)).reason;
    for (const [reason, texts] of Object.entries({
      json_syntax: [
        "1 2",
        "{} x",
        "[1,]",
        "{,}",
        '{"a":1,}',
        '{"a" 1}',
        "[1}",
        '{"a":1]',
        ":",
        ",",
      ],
      json_number: ["[01]", "[-]", "[1.]", "[1e]", "[1.5.5]", "[--1]", "[-01]", "[00.5]", "[1-1]"],
      json_ends_early: ["", " ", "[", '{"a"', '{"a":', '["a', "[1,"],
      json_control_character: ['["a\tb"]', '["\n"]', '["\u001f"]'],
    })) {
      for (const text of texts) expect([text, refusal(text)]).toEqual([text, reason]);
    }
    for (const bytes of [
      [0xfe, 0xff, 0, 0x31],
      [0xff, 0xfe, 0x31, 0],
      [0x22, 0xc3, 0x22],
    ]) {
      expect(reasonOf(() => readInChunks(Uint8Array.from(bytes), 9)).reason).toBe("not_utf8");
    }
    expect(readInChunks('"\u007f"', 1)).toBe("\u007f");
  });

  test("reads decimals of 15 digits and more as the platform does", () => {
    const digits = fc
      .integer({ min: 1, max: 18 })
      .chain((count) => fc.array(fc.nat({ max: 9 }), { minLength: count, maxLength: count }));
    fc.assert(
      fc.property(digits, fc.nat({ max: 18 }), fc.boolean(), (all, point, isNegative) => {
        const text = all.join("");
        const at = Math.min(point, text.length);
        const whole = String(Number(text.slice(0, at) || "0"));
        const number = `${isNegative ? "-" : ""}${whole}${at < text.length ? `.${text.slice(at)}` : ""}`;
        expect(readInChunks(`[${number}]`, 50)).toEqual([Number(number)]);
      }),
      { numRuns: 500 },
    );
  });
});
