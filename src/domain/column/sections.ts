// Container format of the twin's objects: four magic letters, the length of a JSON header, the header, then
// the sections, each beginning at a multiple of 8 bytes.
import { packedBytes, type Coding, type Packed } from "./number-pack.ts";

export type Section = { readonly name: string; readonly count: number; readonly packed: Packed };
type Head = {
  readonly info: Record<string, unknown>;
  readonly sections: readonly {
    readonly name: string;
    readonly count: number;
    readonly coding: Coding;
  }[];
};

const PREFIX_BYTES = 8;
const aligned = (bytes: number) => Math.ceil(bytes / 8) * 8;

/** Writes the container; `magic` has four ASCII letters. */
export function joinSections(
  magic: string,
  info: Record<string, unknown>,
  sections: readonly Section[],
): Uint8Array {
  const head: Head = {
    info,
    sections: sections.map(({ name, count, packed }) => ({ name, count, coding: packed.coding })),
  };
  const headBytes = new TextEncoder().encode(JSON.stringify(head));
  let size = aligned(PREFIX_BYTES + headBytes.length);
  for (const { packed } of sections) size += aligned(packed.bytes.length);
  const bytes = new Uint8Array(size);
  bytes.set(new TextEncoder().encode(magic));
  new DataView(bytes.buffer).setUint32(4, headBytes.length, true);
  bytes.set(headBytes, PREFIX_BYTES);
  let at = aligned(PREFIX_BYTES + headBytes.length);
  for (const { packed } of sections) {
    bytes.set(packed.bytes, at);
    at += aligned(packed.bytes.length);
  }
  return bytes;
}

/** Views of the sections by name. Throws RangeError if the bytes have another format or are cut off. */
export function splitSections(
  magic: string,
  bytes: Uint8Array,
): { info: Record<string, unknown>; has(name: string): boolean; section(name: string): Section } {
  const text = new TextDecoder();
  if (bytes.length < PREFIX_BYTES || text.decode(bytes.subarray(0, 4)) !== magic) {
    throw new RangeError(`does not begin with ${magic}`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const headEnd = PREFIX_BYTES + view.getUint32(4, true);
  if (headEnd > bytes.length) throw new RangeError("head is cut off");
  const head = JSON.parse(text.decode(bytes.subarray(PREFIX_BYTES, headEnd))) as Head;
  const found = new Map<string, Section>();
  let at = aligned(headEnd);
  for (const { name, count, coding } of head.sections) {
    const length = packedBytes(coding, count);
    if (at + length > bytes.length) throw new RangeError(`section ${name} is cut off`);
    found.set(name, { name, count, packed: { coding, bytes: bytes.subarray(at, at + length) } });
    at += aligned(length);
  }
  return {
    info: head.info,
    has: (name) => found.has(name),
    section(name) {
      const section = found.get(name);
      if (section === undefined) throw new RangeError(`section ${name} is missing`);
      return section;
    },
  };
}
