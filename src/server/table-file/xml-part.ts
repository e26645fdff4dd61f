// Reads an XML part of a workbook while it is unpacked. A DOCTYPE is refused before any entity is expanded.
import type { Readable } from "node:stream";
import { SaxesParser } from "saxes";
import type { Problem } from "../../domain/error.ts";
import { xmlDecoder } from "../../domain/kml/xml-encoding.ts";
import { limits } from "../../domain/limits.ts";

export type Attributes = Readonly<Record<string, string>>;
export type PartHandlers = {
  /** Names without their prefix. */
  readonly open: (element: string, attributes: Attributes) => void;
  readonly text?: (text: string) => void;
  readonly close?: (element: string) => void;
  /** True ends the reading. */
  readonly isEnough?: () => boolean;
};

const localName = (name: string) => name.slice(name.indexOf(":") + 1);

/** @throws what `refuse` makes of a fault */
export async function readPart(
  stream: Readable,
  handlers: PartHandlers,
  refuse: (problem: Problem) => Error,
): Promise<void> {
  const parser = new SaxesParser({ position: true });
  const fault = (reason: string, values?: Problem["values"]): never => {
    throw refuse({ reason, line: parser.line, ...(values && { values }) });
  };
  let depth = 0;
  parser.on("doctype", () => fault("xml_doctype"));
  parser.on("error", ({ message }) => {
    fault("xml_syntax", { detail: message.replace(/^\d+:\d+: /, "").slice(0, 200) });
  });
  parser.on("opentag", ({ name, attributes }) => {
    depth += 1;
    if (depth > limits.xmlDepth) fault("xml_nested", { deepest: limits.xmlDepth });
    handlers.open(localName(name), attributes as Attributes);
  });
  parser.on("text", (text) => handlers.text?.(text));
  parser.on("cdata", (text) => handlers.text?.(text));
  parser.on("closetag", ({ name }) => {
    depth -= 1;
    handlers.close?.(localName(name));
  });
  let decoder: TextDecoder | null = null;
  try {
    for await (const chunk of stream) {
      decoder ??= decoderOf(chunk as Buffer, fault);
      parser.write(decoded(decoder, chunk as Buffer, fault));
      if (handlers.isEnough?.()) return;
    }
    if (decoder === null) fault("file_empty");
    parser.close();
  } finally {
    stream.destroy();
  }
}

function decoderOf(head: Buffer, fault: (reason: string, values?: Problem["values"]) => never) {
  const { encoding, decoder } = xmlDecoder(head);
  return decoder ?? fault("xml_encoding", { encoding });
}

function decoded(decoder: TextDecoder, chunk: Buffer, fault: (reason: string) => never): string {
  try {
    return decoder.decode(chunk, { stream: true });
  } catch {
    return fault("file_not_utf8");
  }
}
