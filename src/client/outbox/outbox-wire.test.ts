// What the sending of an outbox costs on a slow network that loses packets. The network is a model with a clock of
// its own: packets of 1,460 bytes behind 40 of header at 1 Mbit/s, each lost with a chance of 5 %. A lost packet is
// sent again at once, because later ones are acknowledged, and then after 1 s, 2 s, 4 s ... A request without any
// progress for as long as the outbox waits is given up as a whole.
import "fake-indexeddb/auto";
import { afterEach, expect, test } from "vitest";
import { patient } from "../../../tests/fixtures/patience.ts";
import { limits } from "../../domain/limits.ts";
import type { Observation } from "../../domain/observation/observation.ts";
import type { OutboxPhoto } from "../../domain/observation/outbox.ts";
import { bytesOf, entryOf, FakeServer, hashOf } from "./outbox.fixture.ts";
import { sendOutbox, type OutboxCalls } from "./outbox-send.ts";
import { openOutbox } from "./outbox-store.ts";
import { addInParts } from "./photo-parts.ts";
import { isEveryday } from "../../../tests/fixtures/rounds.ts";

const full = process.env["TEST_ROUNDS"] === "full";
const OBSERVATIONS = full ? 1000 : 40;
const PHOTOS = 3;
/** A photo of 12 megapixels, shrunk on the phone. */
const PHOTO_BYTES = 400_000;
const [MSS, HEADER, BYTES_PER_MS] = [1460, 40, 125];
/** Method, path, token and the like of a request and its answer. */
const REQUEST_HEADERS = 900;
const ANSWER_HEADERS = 600;
/** Hash, name, offset and size of the photo in the address of a part. */
const PART_QUERY = 200;

class Line {
  bytes = 0;
  ms = 0;
  cuts = 0;
  private seed: number;
  private readonly loss: number;
  /** Milliseconds between two breaks of the network. */
  private readonly cutEvery: number;

  constructor(loss: number, cutEvery: number, seed: number) {
    this.loss = loss;
    this.cutEvery = cutEvery;
    this.seed = seed;
  }

  private next(): number {
    return (this.seed = (this.seed * 48271) % 2147483647) / 2147483647;
  }

  /** Carries a message; false where it was given up. */
  carry(size: number): boolean {
    for (let left = size; left > 0; left -= MSS) {
      const packet = Math.min(MSS, left) + HEADER;
      let silence = 0;
      if (this.ms > (this.cuts + 1) * this.cutEvery) {
        this.cuts += 1;
        return false;
      }
      for (let wait = 0; ; wait = Math.max(1000, wait * 2)) {
        this.bytes += packet;
        this.ms += packet / BYTES_PER_MS;
        if (this.next() >= this.loss) break;
        silence += wait;
        this.ms += wait;
        if (silence > limits.outboxSilenceMs) {
          return false;
        }
      }
    }
    return true;
  }
}

const cut = () => Object.assign(new Error("cut"), { code: "DISCONNECT", problems: [] });
const sizeOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

/** The calls of the server behind the line. */
function callsBehind(line: Line, server: FakeServer): OutboxCalls {
  const calls = server.calls(() => "fair");
  const through = async <Answer>(size: number, ask: () => Promise<Answer>): Promise<Answer> => {
    if (!line.carry(REQUEST_HEADERS + size)) throw cut();
    const answer = await ask();
    if (!line.carry(ANSWER_HEADERS + sizeOf(answer))) throw cut();
    return answer;
  };
  /** Bytes that have arrived, by file ID. The bodies are short; the line carries the size that the entry names. */
  const arrived = new Map<string, number>();
  const inParts = (id: number, photo: OutboxPhoto, body: ArrayBuffer) =>
    addInParts<Observation>(new ArrayBuffer(photo.bytes), {
      offset: async () =>
        (await through(PART_QUERY, async () => ({ offset: arrived.get(photo.file_id) ?? 0 })))
          .offset,
      add: (from, { byteLength }) =>
        through(PART_QUERY + byteLength, async () => {
          expect(from).toBe(arrived.get(photo.file_id) ?? 0);
          const offset = from + byteLength;
          arrived.set(photo.file_id, offset);
          const isWhole = offset === photo.bytes;
          return { offset, observation: isWhole ? await calls.addPhoto(id, photo, body) : null };
        }),
    });
  return {
    create: (entry, fields) => through(sizeOf(fields) + 80, () => calls.create(entry, fields)),
    update: (id, base, fields) => through(sizeOf(fields), () => calls.update(id, base, fields)),
    read: (id) => through(0, () => calls.read(id)),
    // Multipart: boundaries and headers of a part.
    addPhoto: (id, photo, body) =>
      photo.bytes > limits.photoPartBytes
        ? inParts(id, photo, body)
        : through(photo.bytes + 250, () => calls.addPhoto(id, photo, body)),
    dropPhoto: (id, image_id) => through(0, () => calls.dropPhoto(id, image_id)),
    remove: (id, base) => through(0, () => calls.remove(id, base)),
  };
}

let accounts = 0;
const opened: { close(): void }[] = [];
afterEach(() => opened.splice(0).forEach((store) => store.close()));

/** Sends everything; bytes on the wire for each byte of photos and fields. */
async function costOf(loss: number, photoBytes: number, cutEvery = Infinity) {
  const store = openOutbox((accounts += 1));
  opened.push(store);
  const server = new FakeServer();
  const line = new Line(loss, cutEvery, 77);
  const calls = callsBehind(line, server);
  const expected = new Map<string, string>();
  let payload = 0;
  for (let at = 0; at < OBSERVATIONS; at += 1) {
    // The bodies are short; the line carries the size that the entry names.
    const bodies = new Map(
      Array.from({ length: PHOTOS }, (_, photo) => {
        const name = `${at}-${photo}`;
        return [name, bytesOf(`photo ${name}`)] as const;
      }),
    );
    for (const [name, body] of bodies) expected.set(name, hashOf(body));
    const made = entryOf(`phone-${at}`, `Observation ${at} between the rows`, bodies);
    const entry = { ...made, photos: made.photos.map((one) => ({ ...one, bytes: photoBytes })) };
    payload += sizeOf(entry.fields) + photoBytes * PHOTOS;
    await store.add(entry, bodies);
  }
  let rounds = 0;
  for (; (await store.list()).length > 0; rounds += 1) {
    await sendOutbox(store, calls, { signal: new AbortController().signal });
  }
  const stored = [...server.rows.values()].flatMap(({ photos }) => [...photos]);
  expect(server.rows.size).toBe(OBSERVATIONS);
  expect(new Map(stored.map(([name, { hash }]) => [name, hash]))).toEqual(expected);
  const { bytes, ms, cuts } = line;
  const cost = { share: bytes / payload, hours: ms / 3_600_000, cuts, rounds };
  if (full) console.log({ OBSERVATIONS, photoBytes, loss, cutEvery, ...cost });
  return cost;
}

test(
  "costs at most 1.15 times the payload with 5 % loss at 1 Mbit/s, and stores each photo once",
  async () => {
    const { share } = await costOf(0.05, PHOTO_BYTES);
    expect(share).toBeLessThan(1.15);
    expect(share).toBeGreaterThan(1.05);
  },
  patient(600_000),
);

test.skipIf(isEveryday)(
  "costs at most 1.15 times the payload with photos of the largest size, too",
  async () => {
    const { share } = await costOf(0.05, limits.imageBytes);
    expect(share).toBeLessThan(1.15);
  },
  patient(600_000),
);

test(
  "costs as little where the network breaks every minute besides: only the part on its way is sent again",
  async () => {
    const { share, cuts, rounds } = await costOf(0.05, PHOTO_BYTES, 60_000);
    expect(cuts).toBeGreaterThan(OBSERVATIONS / 10);
    expect(rounds).toBe(cuts + 1);
    expect(share).toBeLessThan(1.15);
  },
  patient(600_000),
);

test(
  "without loss only the headers are added",
  async () => {
    const { share, cuts } = await costOf(0, PHOTO_BYTES);
    expect(cuts).toBe(0);
    expect(share).toBeLessThan(1.05);
  },
  patient(600_000),
);
