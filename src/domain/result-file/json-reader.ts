// Streaming JSON reader (RFC 8259): reads chunks and never holds the whole text.
import { failure, type Failure } from "../error.ts";

/** Receives every token in order; can throw to stop the reader. */
export type JsonSink = {
  open(kind: "object" | "array"): void;
  close(): void;
  key(name: string): void;
  /** A string can be a slice of the chunk's text and keep it in memory: copy strings that are kept for long. */
  value(value: string | number | boolean | null): void;
};

export type JsonReader = {
  /** @throws Failure FILE_REFUSED with the line of the fault */
  write(chunk: Uint8Array): void;
  /** Call this after the last chunk. */
  end(): void;
  /** Line of the token read last, counted from 1. */
  line(): number;
};

/** Deeper nesting is refused. */
const MAX_DEPTH = 16;
/** A longer string or number is refused. */
const MAX_TOKEN_BYTES = 4096;

const VALUE = 0;
const FIRST_VALUE = 1;
const KEY = 2;
const FIRST_KEY = 3;
const COLON = 4;
const COMMA = 5;
const DONE = 6;

const empty = new Uint8Array(0);
const powers = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent);

/** `knownKeys`: expected keys, which are recognised without creating a string each time. */
export function jsonReader(sink: JsonSink, knownKeys: readonly string[] = []): JsonReader {
  const known = knownKeys.map((name) => ({ name, bytes: new TextEncoder().encode(name) }));
  // A mark of byte order at the start of a string is a part of the string.
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  /** One character per byte, which is correct for ASCII strings. They are slices of a chunk decoded once. */
  const plainDecoder = new TextDecoder("latin1");
  let plainText: string | null = null;
  /** True if the last string is ASCII without escapes. */
  let isPlainString = true;
  /** 1 for an object, 0 for an array. */
  const stack: number[] = [];
  let expected = VALUE;
  let rest = empty;
  let line = 1;
  let isFirst = true;

  const fault = (reason: string): Failure => failure("FILE_REFUSED", { reason, line });

  function write(chunk: Uint8Array): void {
    let data = chunk;
    if (rest.length > 0) {
      data = new Uint8Array(rest.length + chunk.length);
      data.set(rest);
      data.set(chunk, rest.length);
    }
    rest = read(data, false);
  }

  function end(): void {
    rest = read(rest, true);
    if (expected !== DONE) throw fault("json_ends_early");
  }

  /** Reads all complete tokens; answers the rest, the beginning of an incomplete one. */
  function read(data: Uint8Array, isLast: boolean): Uint8Array<ArrayBuffer> {
    let at = 0;
    plainText = null;
    if (isFirst) {
      if (data.length < 3 && !isLast) return data.slice();
      isFirst = false;
      if ((data[0] === 0xff && data[1] === 0xfe) || (data[0] === 0xfe && data[1] === 0xff)) {
        throw fault("not_utf8");
      }
      if (data[0] === 0xef && data[1] === 0xbb && data[2] === 0xbf) at = 3;
    }
    while (at < data.length) {
      const byte = data[at] as number;
      if (byte === 0x20 || byte === 0x0d || byte === 0x09) at += 1;
      else if (byte === 0x0a) {
        line += 1;
        at += 1;
      } else if (byte === 0x22) {
        const close = endOfString(data, at);
        if (close < 0) return unfinished(data, at, isLast);
        const text = stringAt(data, at + 1, close);
        at = close + 1;
        if (expected === KEY || expected === FIRST_KEY) {
          expected = COLON;
          sink.key(text);
        } else acceptValue(text);
      } else if (byte === 0x2c) {
        if (expected !== COMMA || stack.length === 0) throw fault("json_syntax");
        expected = stack.at(-1) === 1 ? KEY : VALUE;
        at += 1;
      } else if (byte === 0x3a) {
        if (expected !== COLON) throw fault("json_syntax");
        expected = VALUE;
        at += 1;
      } else if (byte === 0x7b || byte === 0x5b) {
        if (expected !== VALUE && expected !== FIRST_VALUE) throw fault("json_syntax");
        if (stack.length >= MAX_DEPTH) throw fault("json_too_deep");
        const isObject = byte === 0x7b;
        stack.push(isObject ? 1 : 0);
        expected = isObject ? FIRST_KEY : FIRST_VALUE;
        sink.open(isObject ? "object" : "array");
        at += 1;
      } else if (byte === 0x7d || byte === 0x5d) {
        const isObject = byte === 0x7d;
        const canClose =
          stack.at(-1) === (isObject ? 1 : 0) &&
          (expected === COMMA || expected === (isObject ? FIRST_KEY : FIRST_VALUE));
        if (!canClose) throw fault("json_syntax");
        stack.pop();
        sink.close();
        expected = stack.length === 0 ? DONE : COMMA;
        at += 1;
      } else {
        const stop = endOfWord(data, at);
        if (stop === data.length && !isLast) return unfinished(data, at, isLast);
        acceptValue(wordAt(data, at, stop));
        at = stop;
      }
    }
    return empty;
  }

  function acceptValue(value: string | number | boolean | null): void {
    if (expected !== VALUE && expected !== FIRST_VALUE) throw fault("json_syntax");
    expected = stack.length === 0 ? DONE : COMMA;
    sink.value(value);
  }

  function unfinished(data: Uint8Array, at: number, isLast: boolean): Uint8Array<ArrayBuffer> {
    if (isLast) throw fault("json_ends_early");
    if (data.length - at > MAX_TOKEN_BYTES) throw fault("json_token_too_long");
    return data.slice(at);
  }

  /** Index of the closing quote, or -1 if the data ends before it. */
  function endOfString(data: Uint8Array, start: number): number {
    isPlainString = true;
    for (let at = start + 1; at < data.length; at++) {
      const byte = data[at] as number;
      if (byte === 0x22) return at;
      if (byte === 0x5c) {
        isPlainString = false;
        at += 1;
      } else if (byte >= 0x80) isPlainString = false;
      else if (byte < 0x20) throw fault("json_control_character");
      if (at - start > MAX_TOKEN_BYTES) throw fault("json_token_too_long");
    }
    return -1;
  }

  function stringAt(data: Uint8Array, start: number, stop: number): string {
    const length = stop - start;
    if (expected === KEY || expected === FIRST_KEY) {
      search: for (const { name, bytes } of known) {
        if (bytes.length !== length) continue;
        for (let i = 0; i < length; i++) if (bytes[i] !== data[start + i]) continue search;
        return name;
      }
    }
    if (isPlainString) {
      plainText ??= plainDecoder.decode(data);
      return plainText.slice(start, stop);
    }
    try {
      const text = decoder.decode(data.subarray(start, stop));
      // Escapes are rare, so JSON.parse handles them.
      return text.includes("\\") ? (JSON.parse(`"${text}"`) as string) : text;
    } catch (cause) {
      throw fault(cause instanceof TypeError ? "not_utf8" : "json_syntax");
    }
  }

  function wordAt(data: Uint8Array, start: number, stop: number): number | boolean | null {
    const first = data[start] as number;
    if (first === 0x2d || (first >= 0x30 && first <= 0x39)) return numberAt(data, start, stop);
    const word = String.fromCharCode(...data.subarray(start, Math.min(stop, start + 8)));
    if (word === "null") return null;
    if (word === "true") return true;
    if (word === "false") return false;
    throw fault("json_syntax");
  }

  /** Decimals of up to 15 digits are exact by one division; other numbers are left to the platform. */
  function numberAt(data: Uint8Array, start: number, stop: number): number {
    const isNegative = data[start] === 0x2d;
    let at = isNegative ? start + 1 : start;
    let digits = 0;
    let mantissa = 0;
    let decimals = -1;
    const isZeroFirst = data[at] === 0x30;
    for (; at < stop; at++) {
      const byte = data[at] as number;
      if (byte >= 0x30 && byte <= 0x39) {
        mantissa = mantissa * 10 + byte - 0x30;
        digits += 1;
        if (decimals >= 0) decimals += 1;
      } else if (byte === 0x2e && decimals < 0 && digits > 0) {
        if (isZeroFirst && digits > 1) break;
        decimals = 0;
      } else break;
    }
    const whole = decimals < 0 ? digits : digits - decimals;
    const isPlain = at === stop && digits > 0 && digits <= 15 && decimals !== 0;
    if (isPlain && !(isZeroFirst && whole > 1)) {
      const size = decimals > 0 ? mantissa / (powers[decimals] as number) : mantissa;
      return isNegative ? -size : size;
    }
    const text = String.fromCharCode(...data.subarray(start, stop));
    if (!/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)) throw fault("json_number");
    return Number(text);
  }

  function endOfWord(data: Uint8Array, start: number): number {
    let at = start;
    for (; at < data.length; at++) {
      const byte = data[at] as number;
      const isWord =
        (byte >= 0x30 && byte <= 0x39) ||
        (byte >= 0x61 && byte <= 0x7a) ||
        (byte >= 0x41 && byte <= 0x5a) ||
        byte === 0x2d ||
        byte === 0x2b ||
        byte === 0x2e;
      if (!isWord) break;
      if (at - start > MAX_TOKEN_BYTES) throw fault("json_token_too_long");
    }
    if (at === start) throw fault("json_syntax");
    return at;
  }

  return { write, end, line: () => line };
}
