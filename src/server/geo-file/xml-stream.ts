// Writes an XML file into a parser, in the encoding that it declares.
import type { Readable } from "node:stream";
import type { SaxesParser } from "saxes";
import { XML_HEAD_BYTES, xmlDecoder } from "../../domain/kml/xml-encoding.ts";
import { ampersandWatch } from "./kml-text.ts";
import { fileRefused, type TwinSource } from "./raw-feature.ts";

/** @throws FILE_REFUSED for an unknown encoding */
function decoderFor(head: Buffer, source: TwinSource): TextDecoder {
  const { encoding, decoder } = xmlDecoder(head);
  if (decoder) return decoder;
  throw fileRefused(source, { reason: "xml_encoding", values: { encoding }, line: 1 });
}

/** @throws FILE_REFUSED with the line of a bare ampersand, or of what is not in the encoding of the file */
export async function writeXml(
  stream: Readable,
  source: TwinSource,
  parser: SaxesParser,
): Promise<void> {
  const watch = ampersandWatch();
  const write = (part: string, isLast = false) => {
    const line = watch(part, isLast);
    if (line !== null) throw fileRefused(source, { reason: "xml_ampersand", line });
    parser.write(part);
  };
  let decoder: TextDecoder | undefined;
  let head = Buffer.alloc(0);
  const decode = (bytes: Buffer, options: { stream: boolean }) => {
    try {
      return decoder!.decode(bytes, options);
    } catch {
      throw fileRefused(source, {
        reason: "xml_not_in_encoding",
        values: { encoding: decoder!.encoding },
        line: parser.line,
      });
    }
  };
  for await (const chunk of stream) {
    let bytes = chunk as Buffer;
    if (decoder === undefined) {
      head = Buffer.concat([head, bytes]);
      if (head.length < XML_HEAD_BYTES) continue;
      bytes = head;
      decoder = decoderFor(head, source);
    }
    write(decode(bytes, { stream: true }));
  }
  if (decoder === undefined) {
    decoder = decoderFor(head, source);
    write(decode(head, { stream: true }));
  }
  write(decode(Buffer.alloc(0), { stream: false }), true);
  parser.close();
}
