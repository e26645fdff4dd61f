// Sends the bytes of files to clamd, the daemon of ClamAV, while they pass by. Its protocol: `man clamd`, INSTREAM.
import { connect } from "node:net";
import type { Logger } from "pino";
import { failure } from "../../domain/error.ts";
import type { Settings } from "../start/settings.ts";

/** What is kept of a piece for the next one, so that nothing hides at the border of two pieces. */
const overlapBytes = 1024 ** 2;
/** Answers are a few words. */
const mostAnswerBytes = 4096;

/** The scanner did not answer, answered nonsense, or refused what it was sent. */
class ScannerAway extends Error {}

/** A scanner that is asked about one file after the other; any number at a time. */
export type VirusScanner = {
  /** Files up to this size are looked through as a whole, longer ones in pieces that overlap. */
  readonly wholeBytes: number;
  /**
   * The same chunks. Ends only once the scanner has answered for all of them; a reader that stops early ends the
   * scan.
   * @param found gets the name of what the scanner found, and throws
   * @throws UNAVAILABLE where the scanner cannot say: nothing passes unseen
   */
  scan(
    chunks: AsyncIterable<Buffer>,
    found: (virus: string) => Promise<never>,
  ): AsyncGenerator<Buffer, void, void>;
  /** Whether it answers. */
  isThere(): Promise<boolean>;
};

type ScannerSettings = Pick<
  Settings,
  "virus_scanner" | "virus_scanner_mb" | "virus_scanner_seconds"
>;

/** Null without one in the settings. It is not asked before the first file. */
export function openVirusScanner(
  settings: ScannerSettings,
  log: Pick<Logger, "error">,
): VirusScanner | null {
  const { virus_scanner, virus_scanner_mb, virus_scanner_seconds } = settings;
  if (virus_scanner === null) return null;
  const wholeBytes = virus_scanner_mb * 1024 ** 2;
  const ask = (command: string) =>
    openQuestion(virus_scanner, command, virus_scanner_seconds * 1000);
  return {
    wholeBytes,
    async *scan(chunks, found) {
      let piece = openPiece(ask);
      /** The piece that takes the next bytes. */
      const roomy = async () => {
        if (piece.bytes < wholeBytes) return piece;
        const virus = await piece.verdict();
        if (virus !== null) await found(virus);
        const tail = piece.tail();
        piece.close();
        piece = openPiece(ask);
        await piece.send(tail);
        return piece;
      };
      try {
        for await (const chunk of chunks) {
          for (let from = 0; from < chunk.length;) {
            const { bytes, send } = await roomy();
            const part = chunk.subarray(from, from + wholeBytes - bytes);
            await send(part);
            from += part.length;
          }
          yield chunk;
        }
        const virus = await piece.verdict();
        if (virus !== null) await found(virus);
      } catch (error) {
        if (!(error instanceof ScannerAway)) throw error;
        log.error(
          { reason: error.message },
          "a file was refused: the virus scanner does not answer",
        );
        throw failure("UNAVAILABLE", { reason: "virus_scanner_away" });
      } finally {
        piece.close();
      }
    },
    async isThere() {
      const question = ask("PING");
      try {
        return (await question.answer()) === "PONG";
      } catch {
        return false;
      } finally {
        question.close();
      }
    },
  };
}

type Question = ReturnType<typeof openQuestion>;

/** One stream of bytes that is judged as a file. */
function openPiece(ask: (command: string) => Question) {
  const question = ask("INSTREAM");
  /** The last bytes, at least as many as overlap where there are so many. */
  const tail: Buffer[] = [];
  let tailBytes = 0;
  let bytes = 0;
  return {
    get bytes() {
      return bytes;
    },
    async send(sent: Buffer): Promise<void> {
      // Who gets the chunk next may hand its memory to a thread while this connection still writes it.
      const part = Buffer.from(sent);
      const head = Buffer.alloc(4);
      head.writeUInt32BE(part.length);
      await question.write(head, part);
      bytes += part.length;
      tail.push(part);
      tailBytes += part.length;
      while (tailBytes - (tail[0]?.length ?? 0) >= overlapBytes) {
        tailBytes -= tail.shift()?.length ?? 0;
      }
    },
    /** The name of what was found, or null. @throws ScannerAway for any other answer */
    async verdict(): Promise<string | null> {
      await question.write(Buffer.alloc(4));
      const answer = await question.answer();
      const [, virus] = /^stream: (.+) FOUND$/.exec(answer) ?? [];
      if (virus !== undefined) return virus.slice(0, 200);
      if (answer === "stream: OK") return null;
      throw new ScannerAway(`the virus scanner answered "${answer}"`);
    },
    tail: () => Buffer.concat(tail).subarray(-overlapBytes),
    close: question.close,
  };
}

/** A connection for one command: it opens now, and what it says is read from its beginning. */
function openQuestion(address: string, command: string, idleMs: number) {
  const { hostname, port, pathname } = new URL(address);
  const socket =
    hostname === ""
      ? connect(decodeURIComponent(pathname))
      : connect(Number(port || 3310), hostname.replace(/^\[|\]$/g, ""));
  let text = "";
  let fault: Error | null = null;
  const ended = new Promise<void>((resolve) => {
    socket.setEncoding("utf8");
    socket.on("data", (more: string) => {
      text += more;
      if (text.length > mostAnswerBytes) fail("the virus scanner says too much");
      else if (text.includes("\0")) resolve();
    });
    socket.once("error", (error) => fail(error.message || "the virus scanner is away"));
    socket.once("close", () => resolve());
    // Its limit holds from the last byte in either direction.
    socket.setTimeout(idleMs, () => fail("the virus scanner is too slow"));
    function fail(reason: string) {
      fault ??= new ScannerAway(reason);
      socket.destroy();
      resolve();
    }
  });
  /** What was said before the connection broke is the reason why it broke. */
  const said = () => text.split("\0", 1)[0]?.trim() ?? "";
  const away = () => fault ?? new ScannerAway(said() || "the virus scanner closed the connection");
  socket.write(`z${command}\0`);
  return {
    /** Waits for room. A scanner that speaks while it is sent a file has refused it. */
    async write(...parts: Buffer[]): Promise<void> {
      if (text !== "") throw new ScannerAway(said());
      if (socket.destroyed) throw away();
      socket.cork();
      for (const part of parts) socket.write(part);
      socket.uncork();
      if (!socket.writableNeedDrain) return;
      const drained = new Promise<void>((resolve) => socket.once("drain", resolve));
      await Promise.race([drained, ended]);
    },
    async answer(): Promise<string> {
      await ended;
      if (!text.includes("\0")) throw away();
      return said();
    },
    close: () => void socket.destroy(),
  };
}
