// The kind, length and place of an MP4 file: a whole one of a camera, or one in fragments, as browsers record it.
// Source: ISO/IEC 14496-12; QuickTime File Format (keys of metadata); ISO 6709 (place).
import { limits } from "../../limits.ts";
import type { RecordingContent } from "./recording-content.ts";

type Box = { readonly type: string; readonly from: number; readonly end: number };
type Track = { scale: number; length: number; perSample: number; ticks: number };

/** Null where it is no MP4 file with sound or pictures. */
export function readMp4(bytes: Uint8Array): RecordingContent | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = (from: number, end: number) =>
    new TextDecoder("latin1").decode(bytes.subarray(from, end));
  let steps = 0;
  /** The boxes between two places. One that is cut off ends where the file does. */
  const boxesOf = ({ from, end }: Pick<Box, "from" | "end">): Box[] => {
    const boxes: Box[] = [];
    let at = from;
    while (at + 8 <= end) {
      if ((steps += 1) > limits.recordingParts) break;
      const short = view.getUint32(at);
      const head = short === 1 ? 16 : 8;
      if (at + head > end) break;
      const size = short === 1 ? Number(view.getBigUint64(at + 8)) : short === 0 ? end - at : short;
      if (size < head) break;
      boxes.push({
        type: text(at + 4, at + 8),
        from: at + head,
        end: Math.min(end, at + size),
      });
      at += size;
    }
    return boxes;
  };
  const inside = (box: Box, type: string) => boxesOf(box).filter((one) => one.type === type);

  const read = (): RecordingContent | null => {
    const all = boxesOf({ from: 0, end: bytes.length });
    const moov = all.find(({ type }) => type === "moov");
    if (!moov) return null;
    const kinds = new Set<string>();
    const tracks = new Map<number, Track>();
    for (const trak of inside(moov, "trak")) {
      const [tkhd] = inside(trak, "tkhd");
      const [mdia] = inside(trak, "mdia");
      const [mdhd] = mdia ? inside(mdia, "mdhd") : [];
      const [hdlr] = mdia ? inside(mdia, "hdlr") : [];
      if (!tkhd || !mdhd || !hdlr) continue;
      const kind = text(hdlr.from + 8, hdlr.from + 12);
      if (kind !== "vide" && kind !== "soun") continue;
      kinds.add(kind);
      const isLong = view.getUint8(tkhd.from) === 1;
      const { scale, length } = timesOf(mdhd);
      const id = view.getUint32(tkhd.from + (isLong ? 20 : 12));
      tracks.set(id, { scale, length, perSample: 0, ticks: 0 });
    }
    if (kinds.size === 0) return null;
    for (const mvex of inside(moov, "mvex")) {
      for (const { from } of inside(mvex, "trex")) {
        const track = tracks.get(view.getUint32(from + 4));
        if (track) track.perSample = view.getUint32(from + 12);
      }
    }
    for (const moof of all.filter(({ type }) => type === "moof")) {
      for (const traf of inside(moof, "traf")) addFragment(traf, tracks);
    }
    const [mvhd] = inside(moov, "mvhd");
    const movie = mvhd ? timesOf(mvhd) : { scale: 0, length: 0 };
    const lengths = [movie, ...tracks.values()].flatMap(({ scale, length }) =>
      scale > 0 && length > 0 ? length / scale : [],
    );
    for (const { scale, ticks } of tracks.values()) if (scale > 0) lengths.push(ticks / scale);
    const duration_s = Math.max(0, ...lengths);
    const place = placeOf(moov);
    return {
      has_video: kinds.has("vide"),
      duration_s: duration_s > 0 ? duration_s : null,
      lon: place?.[0] ?? null,
      lat: place?.[1] ?? null,
    };
  };

  /** Units in a second, and the length in them, of `mvhd` and `mdhd`. */
  const timesOf = ({ from }: Box) => {
    const isLong = view.getUint8(from) === 1;
    const at = from + (isLong ? 20 : 12);
    const scale = view.getUint32(at);
    const length = isLong ? Number(view.getBigUint64(at + 4)) : view.getUint32(at + 4);
    const unknown = isLong ? length >= 2 ** 63 : length === 0xffffffff;
    return { scale, length: unknown ? 0 : length };
  };

  /** Moves the end of its track behind the samples of a fragment. */
  const addFragment = (traf: Box, tracks: ReadonlyMap<number, Track>) => {
    const [tfhd] = inside(traf, "tfhd");
    const track = tfhd && tracks.get(view.getUint32(tfhd.from + 4));
    if (!tfhd || !track) return;
    const flags = view.getUint32(tfhd.from) & 0xffffff;
    const skipped = (flags & 1 ? 8 : 0) + (flags & 2 ? 4 : 0);
    const each = flags & 8 ? view.getUint32(tfhd.from + 8 + skipped) : track.perSample;
    const [tfdt] = inside(traf, "tfdt");
    if (tfdt) {
      const isLong = view.getUint8(tfdt.from) === 1;
      const begin = isLong
        ? Number(view.getBigUint64(tfdt.from + 4))
        : view.getUint32(tfdt.from + 4);
      track.ticks = Math.max(track.ticks, begin);
    }
    for (const trun of inside(traf, "trun")) {
      const own = view.getUint32(trun.from) & 0xffffff;
      const count = view.getUint32(trun.from + 4);
      if ((own & 0x100) === 0) {
        track.ticks += count * each;
        continue;
      }
      const width = [0x100, 0x200, 0x400, 0x800].filter((flag) => own & flag).length * 4;
      let at = trun.from + 8 + (own & 1 ? 4 : 0) + (own & 4 ? 4 : 0);
      for (let i = 0; i < count && at + 4 <= trun.end; i++, at += width) {
        if ((steps += 1) > limits.recordingParts) return;
        track.ticks += view.getUint32(at);
      }
    }
  };

  /** The place that a camera has written: of Android in `udta`, of Apple in `meta`. */
  const placeOf = (moov: Box) => {
    for (const udta of inside(moov, "udta")) {
      const [own] = inside(udta, "\u00a9xyz");
      const place = own && placeIn(text(own.from + 4, own.end));
      if (place) return place;
    }
    for (const meta of inside(moov, "meta")) {
      // QuickTime writes no version before the boxes.
      const from = text(meta.from + 4, meta.from + 8) === "hdlr" ? meta.from : meta.from + 4;
      const parts = { ...meta, from };
      const [keys] = inside(parts, "keys");
      const [list] = inside(parts, "ilst");
      if (!keys || !list) continue;
      const names = boxesOf({ from: keys.from + 8, end: keys.end });
      const at = names.findIndex(
        (one) => text(one.from, one.end) === "com.apple.quicktime.location.ISO6709",
      );
      const value = boxesOf(list).find(({ from: start }) => view.getUint32(start - 4) === at + 1);
      const [data] = value ? inside(value, "data") : [];
      const place = data && at >= 0 ? placeIn(text(data.from + 8, data.end)) : null;
      if (place) return place;
    }
    return null;
  };

  try {
    return read();
  } catch (cause) {
    // A box that ends before its fields do.
    if (cause instanceof RangeError) return null;
    throw cause;
  }
}

/** Longitude and latitude of "+37.7500-005.2333+012/", in degrees; also with minutes and seconds. */
function placeIn(words: string): readonly [number, number] | null {
  const found =
    /^([+-])(\d{2}|\d{4}|\d{6})(\.\d+)?([+-])(\d{3}|\d{5}|\d{7})(\.\d+)?(?:[+-/]|$)/.exec(words);
  if (!found) return null;
  const [, south, lat = "", latRest = "", west, lon = "", lonRest = ""] = found;
  const degrees = (sign: string | undefined, digits: string, rest: string, of: number) => {
    const parts = [digits.slice(0, of), digits.slice(of, of + 2), digits.slice(of + 2)];
    const used = parts.filter((part) => part !== "");
    const sum = used.reduce(
      (value, part, at) => value + Number(at === used.length - 1 ? part + rest : part) / 60 ** at,
      0,
    );
    return sign === "-" ? -sum : sum;
  };
  const place = [degrees(west, lon, lonRest, 3), degrees(south, lat, latRest, 2)] as const;
  return Math.abs(place[0]) <= 180 && Math.abs(place[1]) <= 90 ? place : null;
}
