import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { patient } from "../../../tests/fixtures/patience.ts";
import {
  soundAfterEach,
  startClamdStandIn,
  virusName,
  virusWord,
  type ClamdStandIn,
  type Manner,
} from "./clamd-stand-in.fixture.ts";
import { openVirusScanner } from "./virus-scanner.ts";

let clamd: ClamdStandIn;
beforeAll(async () => {
  clamd = await startClamdStandIn();
});
afterAll(() => clamd.close());
soundAfterEach(() => clamd);

const mib = 1024 ** 2;
const logged: string[] = [];
const log = { error: (about: object) => void logged.push(JSON.stringify(about)) } as never;
const open = (address = clamd.address, seconds = 1) =>
  openVirusScanner(
    { virus_scanner: address, virus_scanner_mb: 2, virus_scanner_seconds: seconds },
    log,
  )!;

/** For a scanner that answers: only the machine may be slow. */
const unhurried = () => open(clamd.address, patient(20));

async function* chunksOf(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** What passes, and what was found. */
async function pass(bytes: Buffer, size = 64 * 1024, scanner = open()) {
  const passed: Buffer[] = [];
  let found: string | null = null;
  const scan = scanner.scan(chunksOf(bytes, size), (virus) => {
    found = virus;
    throw new Error("found");
  });
  try {
    for await (const chunk of scan) passed.push(chunk);
  } catch (error) {
    if (found === null) throw error;
  }
  return { passed: Buffer.concat(passed), found };
}

describe("a file on its way past the scanner", () => {
  it.each([0, 1, 5000, 2 * mib - 1, 2 * mib, 2 * mib + 1, 7 * mib + 13])(
    "of %d bytes arrives as it was sent, and the scanner has seen all of it",
    async (length) => {
      const sent = randomBytes(length);
      const { passed, found } = await pass(sent, 64 * 1024, unhurried());
      expect(found).toBeNull();
      expect(passed.equals(sent)).toBe(true);
      // Pieces of 2 MiB, each with the last MiB of the one before.
      const pieces = length <= 2 * mib ? 1 : 1 + Math.ceil((length - 2 * mib) / mib);
      expect(clamd.seen).toHaveLength(pieces);
      const all = clamd.seen.reduce((sum, bytes) => sum + bytes, 0);
      expect(all).toBe(length + (pieces - 1) * mib);
      await expect.poll(clamd.open).toBe(0);
    },
  );

  it.each([0, 17, mib, 2 * mib - 9, 3 * mib - 5, 4 * mib - 1, 5 * mib - 17])(
    "with something in it at byte %d has no end",
    async (at) => {
      const bytes = randomBytes(5 * mib);
      bytes.write(virusWord, at);
      const { found } = await pass(bytes, 100_003, unhurried());
      expect(found).toBe(virusName);
      await expect.poll(clamd.open).toBe(0);
    },
  );

  it("is judged as it was sent, also where its reader gives the memory away", async () => {
    const sent = randomBytes(5 * mib);
    sent.write(virusWord, 2 * mib - 5);
    let found = "";
    const scan = open().scan(chunksOf(Buffer.from(sent), 64 * 1024), (virus) => {
      found = virus;
      throw new Error("found");
    });
    const read = async () => {
      for await (const chunk of scan) {
        const whole = Buffer.from(chunk);
        // A growing object is written by a thread.
        if (chunk.byteLength === chunk.buffer.byteLength)
          structuredClone(chunk, { transfer: [chunk.buffer as ArrayBuffer] });
        else chunk.fill(0);
        expect(whole.length).toBeGreaterThan(0);
      }
    };
    await expect(read()).rejects.toThrow("found");
    expect(found).toBe(virusName);
  });

  it("is not held in memory: the reader sees the first chunk before the last is there", async () => {
    let sent = 0;
    const slowly = async function* () {
      for (; sent < 40; sent += 1) {
        await sleep(1);
        yield Buffer.alloc(1000);
      }
    };
    const scan = open().scan(slowly(), () => Promise.reject(new Error()));
    await scan.next();
    expect(sent).toBeLessThan(5);
    await scan.return();
    await expect.poll(clamd.open).toBe(0);
  });
});

describe("a scanner that", () => {
  const broken: readonly Manner[] = ["silent", "deaf", "closes", "babbles", "nonsense", "refuses"];
  it.each([...broken, "half" as const])(
    "is %s lets nothing pass, says so in the log, and is asked again",
    async (manner) => {
      clamd.manner = manner;
      logged.length = 0;
      // More than the buffers of a connection that is not read.
      const sent = pass(Buffer.alloc(2 * mib), 64 * 1024);
      await expect(sent).rejects.toMatchObject({
        code: "UNAVAILABLE",
        problems: [{ reason: "virus_scanner_away" }],
      });
      expect(logged).toHaveLength(1);
      await expect.poll(clamd.open).toBe(0);
      clamd.manner = "sound";
      expect((await pass(Buffer.from("sound"))).found).toBeNull();
    },
    patient(8000),
  );

  it("is not there lets nothing pass", async () => {
    for (const address of ["clamd://127.0.0.1:1", "clamd:///nowhere/clamd.ctl"]) {
      await expect(pass(Buffer.from("a"), 1, open(address))).rejects.toMatchObject({
        code: "UNAVAILABLE",
      });
      expect(await open(address).isThere()).toBe(false);
    }
  });

  it("answers is there", async () => {
    expect(await open().isThere()).toBe(true);
    clamd.manner = "nonsense";
    expect(await open().isThere()).toBe(false);
  });
});

it("without a setting there is none", () => {
  const none = { virus_scanner: null, virus_scanner_mb: 100, virus_scanner_seconds: 1 };
  expect(openVirusScanner(none, log)).toBeNull();
});
