// ZIP archives made by hand.
import { deflateRawSync } from "node:zlib";

export type ZipEntry = {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly mode?: number;
  readonly flags?: number;
  readonly size?: number;
  readonly packed?: number;
  readonly method?: number;
};

/** A ZIP made by hand, so that it may say what is not so. */
export function zip(...entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, mode = 0o100644, flags = 0, size, packed, method = 8 } of entries) {
    const data = method === 8 ? deflateRawSync(content) : Buffer.from(content);
    const fileName = Buffer.from(name);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(flags, 6);
    local.writeUInt16LE(method, 8);
    local.writeUInt32LE(packed ?? data.length, 18);
    local.writeUInt32LE(size ?? content.length, 22);
    local.writeUInt16LE(fileName.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(0x031e, 4);
    central.writeUInt16LE(20, 6);
    central.writeUInt16LE(flags, 8);
    central.writeUInt16LE(method, 10);
    central.writeUInt32LE(packed ?? data.length, 20);
    central.writeUInt32LE(size ?? content.length, 24);
    central.writeUInt16LE(fileName.length, 28);
    central.writeUInt32LE((mode << 16) >>> 0, 38);
    central.writeUInt32LE(offset, 42);
    parts.push(local, fileName, data);
    directory.push(central, fileName);
    offset += local.length + fileName.length + data.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]);
}
