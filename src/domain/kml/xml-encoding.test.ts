import { expect, test } from "vitest";
import { xmlDecoder } from "./xml-encoding.ts";

const bytes = (text: string) => Uint8Array.from(text, (one) => one.charCodeAt(0));

test.each([
  ["a declaration", bytes('<?xml version="1.0" encoding="ISO-8859-1"?>'), "ISO-8859-1"],
  ["a declaration in single quotes", bytes("<?xml encoding = 'latin1'?>"), "latin1"],
  ["letters of one byte, whatever is declared", bytes('<?xml encoding="utf-16"?>'), "utf-8"],
  ["letters of two bytes", bytes("<\u0000?\u0000x\u0000"), "utf-16le"],
  ["letters of two bytes, the great end first", bytes("\u0000<\u0000?\u0000x"), "utf-16be"],
  ["the mark of UTF-8", bytes('\u00ef\u00bb\u00bf<?xml encoding="ISO-8859-1"?>'), "utf-8"],
  ["the mark of little ends", bytes("\u00ff\u00fe<\u0000"), "utf-16le"],
  ["the mark of big ends", bytes("\u00fe\u00ff\u0000<"), "utf-16be"],
  ["nothing", bytes("<kml>"), "utf-8"],
  ["what another element says", bytes('<kml><a encoding="latin1"/>'), "utf-8"],
  ["no bytes", bytes(""), "utf-8"],
])("by %s", (_, head, encoding) => {
  const found = xmlDecoder(head);
  expect(found.encoding).toBe(encoding);
  expect(found.decoder?.fatal).toBe(true);
});

test("an unknown encoding has its label and no decoder", () => {
  const found = xmlDecoder(bytes('<?xml version="1.0" encoding="klingon"?>'));
  expect(found).toEqual({ encoding: "klingon", decoder: null });
});
