// A ZIP that is written while it is read: files as they are, without compression.
import type { Readable } from "node:stream";
import { ZipFile } from "yazl";
import "./fast-checksum.ts";

export type ZippedFile = {
  readonly name: string;
  readonly bytes: number;
  readonly modified: Date;
  /** Called when the reader has come to this file. */
  readonly open: () => Promise<Readable>;
};

/** The archive and its size in bytes. */
export async function zipStream(
  files: readonly ZippedFile[],
): Promise<{ stream: Readable; bytes: number }> {
  const zip = new ZipFile();
  // Its type promises less than it is.
  const stream = zip.outputStream as Readable;
  let current: Readable | null = null;
  zip.on("error", (error: Error) => stream.destroy(error));
  // A file may be missing before the reader is there, who then finds the stream ended; without a listener the whole
  // server would end.
  stream.on("error", () => undefined);
  // A reader that leaves must not leave a file open.
  stream.once("close", () => current?.destroy());
  for (const { name, bytes: size, modified: mtime, open } of files) {
    zip.addReadStreamLazy(name, { compress: false, size, mtime }, (deliver) => {
      if (stream.destroyed) return;
      // Also a fault before the promise is one of the stream: nothing else would catch it.
      const opening = async () => open();
      opening().then(
        (opened) => {
          current = opened;
          opened.once("error", (error) => stream.destroy(error));
          if (stream.destroyed) opened.destroy();
          else deliver(null, opened);
        },
        (error: Error) => stream.destroy(error),
      );
    });
  }
  const bytes = await new Promise<number>((resolve) => {
    // Its type leaves out the size.
    zip.end(undefined, resolve as () => void);
  });
  return { stream, bytes };
}
