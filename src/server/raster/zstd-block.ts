// Blocks packed with Zstandard, read by Node. The decoder of the library answers zeros for data that are none.
import { zstdDecompressSync } from "node:zlib";
import { addDecoder, BaseDecoder } from "geotiff";

/** Code of the compression, as GDAL and libtiff write it. */
const ZSTANDARD = 50_000;
/** No block of a file that is accepted is larger once it is unpacked: see raster-layout.ts. */
const MOST_BYTES = 256 * 1024 ** 2;

// The library asks for a class.
class ZstandardBlock extends BaseDecoder {
  /** @throws Error for data that are no frame of Zstandard, or damaged */
  override decodeBlock(block: ArrayBufferLike): ArrayBufferLike {
    const unpacked = zstdDecompressSync(new Uint8Array(block), { maxOutputLength: MOST_BYTES });
    return Uint8Array.from(unpacked).buffer;
  }
}

/** Tells the library of this decoder; once per process. */
export function readZstandard(): void {
  addDecoder(ZSTANDARD, async () => ZstandardBlock, undefined, false);
}
