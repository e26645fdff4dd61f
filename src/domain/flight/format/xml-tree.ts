// A small XML file as a tree. Prefixes of names are ignored. A DOCTYPE is refused before any entity is expanded.
import { SaxesParser } from "saxes";
import { xmlDecoder } from "../../kml/xml-encoding.ts";
import { limits } from "../../limits.ts";
import { refusedFile } from "./opened-route.ts";

export type XmlElement = {
  /** Without its prefix. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Its own text without the one of its children, trimmed. */
  readonly text: string;
  /** Counts from 1. */
  readonly line: number;
};

type Growing = XmlElement & { children: Growing[]; text: string };

const localName = (name: string) => name.slice(name.indexOf(":") + 1);

/** @throws Failure FILE_REFUSED with the line of the fault */
export function xmlTree(bytes: Uint8Array, file: string): XmlElement {
  const parser = new SaxesParser<{ position: true; xmlns: false }>({
    position: true,
    xmlns: false,
  });
  const open: Growing[] = [];
  let root: Growing | null = null;
  const refuse = (reason: string, values?: Record<string, string | number>): never => {
    throw refusedFile(file, { reason, line: parser.line, ...(values && { values }) });
  };
  parser.on("doctype", () => refuse("xml_doctype"));
  parser.on("error", ({ message }) => {
    refuse("xml_syntax", { detail: message.replace(/^\d+:\d+: /, "").slice(0, 200) });
  });
  parser.on("opentag", ({ name, attributes }) => {
    const element: Growing = {
      name: localName(name),
      attributes,
      children: [],
      text: "",
      line: parser.line,
    };
    if (open.length >= limits.xmlDepth) refuse("xml_nested", { deepest: limits.xmlDepth });
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  const onText = (text: string) => {
    const element = open.at(-1);
    if (element) element.text += text;
  };
  parser.on("text", onText);
  parser.on("cdata", onText);
  parser.on("closetag", () => {
    const element = open.pop();
    if (element) element.text = element.text.trim();
  });
  parser.write(xmlText(bytes, file)).close();
  return root ?? refuse("file_empty");
}

/** The text, by the encoding that the file declares. */
function xmlText(bytes: Uint8Array, file: string): string {
  if (bytes.length > limits.routeFileBytes) {
    const values = { most: limits.routeFileBytes / 1024 ** 2 };
    throw refusedFile(file, { reason: "route_file_large", values });
  }
  const { encoding, decoder } = xmlDecoder(bytes);
  const refuse = (reason: string) => refusedFile(file, { reason, line: 1, values: { encoding } });
  if (!decoder) throw refuse("xml_encoding");
  try {
    return decoder.decode(bytes);
  } catch {
    throw refuse("xml_not_in_encoding");
  }
}

/** The first child with this name. */
export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name);
}

/** The children with this name, in the order of the file. */
export function childrenOf(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

/** The element at the end of a path of names. */
export function elementAt(
  element: XmlElement | undefined,
  ...path: readonly string[]
): XmlElement | undefined {
  return path.reduce(childOf, element);
}

/** The text at the end of a path of names; null where there is none. */
export function textAt(element: XmlElement | undefined, ...path: readonly string[]): string | null {
  const text = elementAt(element, ...path)?.text;
  return text === undefined || text === "" ? null : text;
}

/** All elements with this name at any depth, in the order of the file. */
export function descendantsOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...descendantsOf(child, name),
  ]);
}
