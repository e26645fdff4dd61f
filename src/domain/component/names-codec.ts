// Names of one component type as bytes: one UTF-8 text and the length of each name. Names are decoded on
// demand, so that a million names take only their bytes.
import type { Names } from "./component-index.ts";
import { nearMatcher, type NearFit } from "./near-name.ts";
import { fitsOf, foldedNames, type NameFit, type NameText } from "./name-search.ts";
import { packWhole, unpackWhole } from "../column/number-pack.ts";
import { joinSections, splitSections } from "../column/sections.ts";

const MAGIC = "SWN1";

type Column = { readonly text: Uint8Array; readonly lengths: Uint32Array };

function encodeColumn(count: number, nameAt: (row: number) => string): Column {
  const encoder = new TextEncoder();
  const lengths = new Uint32Array(count);
  let text = new Uint8Array(1024 + count * 12);
  let at = 0;
  for (let row = 0; row < count; row++) {
    const name = nameAt(row);
    // A UTF-16 unit takes at most 3 bytes of UTF-8.
    if (at + name.length * 3 > text.length) {
      const larger = new Uint8Array(Math.max(text.length * 2, at + name.length * 3));
      larger.set(text);
      text = larger;
    }
    const { written } = encoder.encodeInto(name, text.subarray(at));
    lengths[row] = written;
    at += written;
  }
  return { text: text.subarray(0, at), lengths };
}

/** Pads to whole words, the unit of a raw section. */
function textSection(name: string, text: Uint8Array) {
  const count = Math.ceil(text.length / 4);
  const bytes = new Uint8Array(count * 4);
  bytes.set(text);
  return { name, count, packed: { coding: { kind: "raw" } as const, bytes } };
}

/** Encodes names; `names` can be decoded ones or computed by row. */
export function encodeNames(names: Names): Uint8Array {
  const dtId = encodeColumn(names.count, names.dtId);
  const pcs = encodeColumn(names.count, names.pcs);
  const lengths = (name: string, values: Uint32Array) => ({
    name,
    count: values.length,
    packed: packWhole(values),
  });
  return joinSections(MAGIC, { count: names.count }, [
    lengths("dt_id lengths", dtId.lengths),
    textSection("dt_id", dtId.text),
    lengths("pcs lengths", pcs.lengths),
    textSection("pcs", pcs.text),
  ]);
}

/** Start of each name in the text; count + 1 entries. */
function offsetsOf(lengths: Uint32Array, limit: number): Uint32Array {
  const offsets = new Uint32Array(lengths.length + 1);
  let at = 0;
  for (let row = 0; row < lengths.length; row++) {
    at += lengths[row]!;
    if (at > limit) throw new RangeError("names are cut off");
    offsets[row + 1] = at;
  }
  return offsets;
}

/** After this many reads the whole text is decoded, which takes a second copy of it. */
const WHOLE_TEXT_READS = 10_000;

/** Throws RangeError if the bytes are no names. A row beyond the end has the name "". */
export function decodeNames(bytes: Uint8Array): Names {
  const { info, section } = splitSections(MAGIC, bytes);
  const count = info["count"];
  if (typeof count !== "number") throw new RangeError("unknown names");
  const decoder = new TextDecoder();
  const column = (name: string) => {
    const text = section(name).packed.bytes;
    const packed = section(`${name} lengths`);
    const offsets = offsetsOf(unpackWhole(packed.packed, packed.count), text.length);
    let reads = 0;
    let whole: string | null = null;
    const nameAt = (row: number) => {
      if (row >= count) return "";
      // Slices of one decoded text are five times as fast for callers that read all names.
      if (++reads === WHOLE_TEXT_READS && text.every((byte) => byte < 0x80)) {
        whole = decoder.decode(text);
      }
      const start = offsets[row]!;
      const stop = offsets[row + 1]!;
      return whole === null ? decoder.decode(text.subarray(start, stop)) : whole.slice(start, stop);
    };
    return { text, offsets, nameAt };
  };
  const dtId = column("dt_id");
  const pcs = column("pcs");
  const matcher = (wanted: string) => {
    const [byPcs, byId] = [fitsOf(pcs, wanted), fitsOf(dtId, wanted)];
    return (row: number) => Math.min(byPcs[row] ?? 3, byId[row] ?? 3) as NameFit;
  };
  const near = (wanted: string) => {
    const fit = nearMatcher(wanted);
    const fitIn = ({ text, offsets }: NameText, row: number) =>
      fit(text, offsets[row] ?? 0, offsets[row + 1] ?? 0);
    const [byPcs, byId] = [foldedNames(pcs), foldedNames(dtId)];
    return (row: number) => Math.min(fitIn(byPcs, row), fitIn(byId, row)) as NearFit;
  };
  return { count, dtId: dtId.nameAt, pcs: pcs.nameAt, matcher, near };
}
