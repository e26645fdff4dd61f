import { describe, expect, it } from "vitest";
import { isFailure } from "../error.ts";
import { csvReader } from "./csv-reader.ts";

type Row = { readonly line: number; readonly fields: readonly string[] };
function read(text: string | Uint8Array, size = 100_000): Row[] {
  const rows: Row[] = [];
  const reader = csvReader((fields, line) => rows.push({ line, fields }));
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  for (let at = 0; at < bytes.length; at += size) reader.write(bytes.subarray(at, at + size));
  reader.end();
  return rows;
}
const fieldsOf = (text: string) => read(text).map(({ fields }) => fields);
function refusalOf(text: string | Uint8Array): string {
  try {
    read(text);
    return "none";
  } catch (cause) {
    if (!isFailure(cause)) throw cause;
    expect(cause.code).toBe("FILE_REFUSED");
    return cause.problems.map(({ reason, line }) => `${reason} ${line}`).join();
  }
}

describe("a CSV file", () => {
  it.each([1, 2, 3, 100])("in UTF-16 with its mark is read, in pieces of %d bytes", (size) => {
    const text = "\ufeffnombre\tMW\nMañana\t1,5\n";
    const little = Buffer.from(text, "utf16le");
    const big = Buffer.from(little).swap16();
    for (const bytes of [little, big]) {
      expect(read(new Uint8Array(bytes), size).map(({ fields }) => fields)).toEqual([
        ["nombre", "MW"],
        ["Mañana", "1,5"],
      ]);
    }
  });

  it("is divided as its header is, whose quoted texts do not count", () => {
    expect(fieldsOf('"a;b",c\nd;e,f\n')).toEqual([
      ["a;b", "c"],
      ["d;e", "f"],
    ]);
    expect(fieldsOf('"a,b";c\nd,e;f\n')).toEqual([
      ["a,b", "c"],
      ["d,e", "f"],
    ]);
    expect(fieldsOf("\n  \na;b\n1,5;2\n")).toEqual([
      ["a", "b"],
      ["1,5", "2"],
    ]);
  });

  it("may have marks of seconds or inches in its fields", () => {
    expect(fieldsOf('lat;lon\n18°53\'60"S;70°06\'00"W\n18°5";x\n"a\nb";c\n')).toEqual([
      ["lat", "lon"],
      ["18°53'60\"S", "70°06'00\"W"],
      ['18°5"', "x"],
      ["a\nb", "c"],
    ]);
  });

  it("may have titles above the head that its reader knows, with other separators", () => {
    const read = (text: string) => {
      const rows: string[] = [];
      const isHead = (fields: readonly (string | number)[]) =>
        fields.includes("time") ? Infinity : 0;
      const reader = csvReader((fields, line) => rows.push(`${line} ${fields.join("|")}`), isHead);
      for (const byte of new TextEncoder().encode(text)) reader.write(Uint8Array.of(byte));
      reader.end();
      return rows;
    };
    expect(read('Plant; x, y\n\n"a, b"\ntime,A\n1,2\n')).toEqual(["4 time|A", "5 1|2"]);
    expect(read("time;A\n1;2,5")).toEqual(["1 time|A", "2 1|2,5"]);
    expect(read("when;A\n1;2")).toEqual(["1 when|A", "2 1|2"]);
    expect(read("sep=|\ntime|A;B\n")).toEqual(["2 time|A;B"]);
    const many = Array.from({ length: 30 }, (_, at) => `${at},x`);
    expect(read(many.join("\n"))).toEqual(
      many.map((line, at) => `${at + 1} ${line.replace(",", "|")}`),
    );
  });

  it("has quoted and empty fields anywhere", () => {
    expect(fieldsOf('"","a""b",,"c",\n,"""",d\n')).toEqual([
      ["", 'a"b', "", "c", ""],
      ["", '"', "d"],
    ]);
    expect(fieldsOf('a,"b"')).toEqual([["a", "b"]]);
    expect(fieldsOf("")).toEqual([]);
    expect(fieldsOf("\r\n")).toEqual([]);
  });

  it("counts the lines of blank records and of breaks within quotes", () => {
    expect(read('a,b\r\n \r\n"c\n\nd",e\nf,g')).toEqual([
      { line: 1, fields: ["a", "b"] },
      { line: 3, fields: ["c\n\nd", "e"] },
      { line: 6, fields: ["f", "g"] },
    ]);
  });

  it("is the same where a letter or a quote is cut between two chunks", () => {
    const text = 'ñ,"日""本\n"\r\n"é",z';
    const whole = read(text);
    expect(whole.map(({ fields }) => fields)).toEqual([
      ["ñ", '日"本\n'],
      ["é", "z"],
    ]);
    for (let size = 1; size < 20; size += 1) expect(read(text, size)).toEqual(whole);
  });

  it("has at most 256 fields, and 65,536 characters in a record", () => {
    expect(fieldsOf(",".repeat(255))[0]).toHaveLength(256);
    expect(refusalOf(",".repeat(256))).toBe("csv_too_many_fields 1");
    const long = "a".repeat(65_536);
    expect(fieldsOf(`x\n${long}\n`)).toEqual([["x"], [long]]);
    expect(refusalOf(`x\n${long}a\n`)).toBe("csv_record_too_long 2");
    expect(read(`x\n${long}`)).toHaveLength(2);
    expect(refusalOf(`x\n${long}a`)).toBe("csv_record_too_long 2");
  });

  it("is refused if a quote appears inside a text or is not closed", () => {
    expect(refusalOf('a,b"c"\n')).toBe("csv_quote_misplaced 1");
    expect(refusalOf('a,b"\n')).toBe("csv_quote_misplaced 1");
    expect(refusalOf('x\na,"b"c"d"\n')).toBe("csv_quote_misplaced 2");
    expect(refusalOf('x\ny\na,"b')).toBe("csv_quote_not_closed 3");
    expect(refusalOf('x\na,"b""\n')).toBe("csv_quote_not_closed 2");
  });

  it("is refused as UTF-16 without its mark, in another encoding, and where a letter is cut at its end", () => {
    expect(refusalOf(Uint8Array.of(0x61, 0, 0x0a, 0))).toBe("csv_control_character 1");
    expect(refusalOf(Uint8Array.of(0xff, 0xfe, 0x61))).toBe("not_utf8 1");
    expect(refusalOf(Uint8Array.of(0xfe, 0xff, 0xdc, 0, 0, 0x0a))).toBe("not_utf8 1");
    expect(refusalOf(Uint8Array.of(0x61, 0xf1, 0x61, 0x0a))).toBe("not_utf8 1");
    expect(refusalOf(Uint8Array.of(0x61, 0x0a, 0xc3))).toBe("not_utf8 2");
  });
});
