import sharp from "sharp";
import { afterAll, describe, expect, it } from "vitest";
import { patient } from "../../../../tests/fixtures/patience.ts";
import { hostilePictures, jpegOfScans } from "../../../../tests/fixtures/hostile-pictures.ts";
import { rounds } from "../../../../tests/fixtures/rounds.ts";
import type { Failure } from "../../../domain/error.ts";
import { readSettings } from "../../start/settings.ts";
import { pictureRefusal } from "./picture-refusal.ts";
import { openReaders } from "../readers.ts";

const readers = openReaders(readSettings({ PICTURE_SECONDS: "3", PICTURE_PROCESSES: "1" }));
afterAll(() => readers.close());

const send = (name: "picture" | "logo", bytes: Uint8Array) =>
  readers
    .picture(name, { input: { name: "a", bytes }, file: "a", bytes: bytes.length, owner: 1 })
    .then(
      () => "read",
      (error: Failure) => error.problems[0]?.reason,
    );

/** Each is tried twice for seconds: every third one per commit. */
const tried = hostilePictures.filter((_, i) => i % rounds(3, 1) === 0);

describe("a hostile picture", { timeout: patient(60_000) }, () => {
  it.each(tried.map((picture) => [picture.file_name, picture] as const))(
    "takes no more than its time, as an image and as a logo: %s",
    async (_, { make }) => {
      const bytes = await make();
      for (const name of ["picture", "logo"] as const) {
        const begun = performance.now();
        const outcome = await send(name, bytes);
        expect(outcome).toMatch(
          /^(read|image_|logo_too|picture_too|file_takes_too_(long|much_memory)$)/,
        );
        expect(performance.now() - begun).toBeLessThan(patient(15_000));
      }
    },
  );

  it("does not keep the next one from being read", async () => {
    const create = { width: 64, height: 48, channels: 3, background: "#aa5500" } as const;
    expect(await send("picture", await sharp({ create }).jpeg().toBuffer())).toBe("read");
  });
});

describe("scans of a JPEG", () => {
  it("are counted: few are allowed, thousands are not", async () => {
    expect(pictureRefusal(await jpegOfScans(64, 64, 20))).toBeNull();
    const refusal = pictureRefusal(await jpegOfScans(64, 64, 100));
    expect(refusal).toEqual({ reason: "picture_too_many_scans", values: { most: 60 } });
  });

  it("of the thumbnail in its metadata do not count", async () => {
    const bytes = await jpegOfScans(64, 64, 1);
    const thumbnail = (await jpegOfScans(8, 8, 500)).subarray(0, 60_000);
    const head = Buffer.from([0xff, 0xe1, 0, 0]);
    head.writeUInt16BE(thumbnail.length + 2, 2);
    const whole = Buffer.concat([bytes.subarray(0, 2), head, thumbnail, bytes.subarray(2)]);
    expect(pictureRefusal(whole)).toBeNull();
  });

  it("are counted in any file, however it is cut or changed", async () => {
    const bytes = await jpegOfScans(64, 64, 3);
    for (let end = 0; end < bytes.length; end += 1) pictureRefusal(bytes.subarray(0, end));
    for (let at = 2; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = 0xff;
      pictureRefusal(changed);
    }
  });
});
