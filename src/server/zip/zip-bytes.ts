// A compressed ZIP of small files in memory.
import { ZipFile } from "yazl";

type Entry = { readonly name: string; readonly bytes: Uint8Array };

export async function zipBytes(entries: readonly Entry[], modified: Date): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { name, bytes } of entries) {
    zip.addBuffer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), name, {
      mtime: modified,
    });
  }
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream as unknown as AsyncIterable<Buffer>)
    chunks.push(chunk);
  return Buffer.concat(chunks);
}
