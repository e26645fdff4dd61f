import { expect, test } from "vitest";
import { limits } from "../../limits.ts";
import { beginsAsRecording, readRecording, recordingRefusal } from "./recording.ts";
import { box, movie, oggOf, voiceMp4, voiceWebm } from "./recording.fixture.ts";

test("the recorder's WebM names no length, and is as long as its last sound", () => {
  expect(readRecording(voiceWebm)).toMatchObject({ content_type: "audio/webm", lon: null });
  expect(readRecording(voiceWebm)?.duration_s).toBeGreaterThan(1.4);
  expect(readRecording(voiceWebm)?.duration_s).toBeLessThan(1.7);
});

test("the fragments of an MP4 are as long as Chromium's player says", () => {
  expect(readRecording(voiceMp4)?.content_type).toBe("audio/mp4");
  expect(readRecording(voiceMp4)?.duration_s).toBeCloseTo(1.520979, 5);
});

test("what is cut off counts as far as it goes", () => {
  const half = readRecording(voiceWebm.subarray(0, voiceWebm.length >> 1));
  expect(half?.duration_s).toBeGreaterThan(0.3);
  expect(half?.duration_s).toBeLessThan(1.3);
});

test("a film of a camera has its length and its place, of Android and of Apple", () => {
  const android = readRecording(movie({ seconds: 12, place: "+37.7500-005.2333/" }));
  expect(android).toMatchObject({ content_type: "video/mp4", duration_s: 12 });
  expect(android?.lat).toBeCloseTo(37.75, 9);
  expect(android?.lon).toBeCloseTo(-5.2333, 9);
  const apple = readRecording(movie({ seconds: 3, applePlace: "-2330.5+06945.25+2300/" }));
  expect(apple?.lat).toBeCloseTo(-23.508333, 5);
  expect(apple?.lon).toBeCloseTo(69.754166, 5);
  expect(readRecording(movie({ seconds: 3, place: "+99.0000-005.0000/" }))?.lat).toBeNull();
  expect(readRecording(movie({ seconds: 3 }))?.lon).toBeNull();
});

test("Ogg with Opus is as long as its last page says, less what players skip", () => {
  expect(readRecording(oggOf(48_000 * 7 + 312, 312))).toMatchObject({
    content_type: "audio/ogg",
    duration_s: 7,
  });
});

test("what only looks like a recording is none", () => {
  expect(readRecording(new TextEncoder().encode("no recording at all"))).toBeNull();
  expect(readRecording(voiceWebm.subarray(0, 20))).toBeNull();
  expect(readRecording(box("ftyp", "isom", 0, "isom"))).toBeNull();
  // A picture of an iPhone is wrapped like a film.
  expect(beginsAsRecording(box("ftyp", "heic", 0, "mif1"))).toBe(false);
  expect(beginsAsRecording(box("ftyp", "qt  ", 0))).toBe(true);
});

test("broken bytes are read to an end, whatever they say", () => {
  for (const whole of [voiceWebm, voiceMp4, movie({ seconds: 3, place: "+1.0-005.2333/" })]) {
    for (let at = 0; at < whole.length; at += 3) {
      const broken = whole.slice();
      broken.set([0xff, 0x00, 0xff].slice(0, whole.length - at), at);
      const read = readRecording(broken);
      expect(read === null || read.duration_s === null || read.duration_s >= 0).toBe(true);
    }
  }
});

test("too long, too large, of unknown length: each is refused with its reason", () => {
  const refusal = (seconds: number, bytes = 1000) =>
    recordingRefusal("a.mp4", bytes, readRecording(movie({ seconds })));
  expect(refusal(limits.videoSeconds + 1)).toBeNull();
  expect(refusal(limits.videoSeconds + 3)).toEqual({
    reason: "video_too_long",
    file: "a.mp4",
    values: { count: 1 },
  });
  expect(refusal(5, limits.recordingBytes + 1)).toEqual({
    reason: "recording_too_large",
    file: "a.mp4",
    values: { most: 30 },
  });
  expect(refusal(0)?.reason).toBe("recording_length_unknown");
  expect(recordingRefusal("a.txt", 5, null)?.reason).toBe("recording_format");
  const voice = readRecording(oggOf(48_000 * (limits.voiceSeconds + 5), 0));
  expect(recordingRefusal("a.ogg", 5, voice)).toMatchObject({
    reason: "voice_too_long",
    values: { count: 5 },
  });
});
