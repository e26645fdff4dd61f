// Records a voice note or a video with the browser's recorder. The microphone is asked for when the user presses,
// and let go of as soon as the recording ends.
import type { Problem } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import {
  longestSeconds,
  readRecording,
  recordingRefusal,
  type ReadRecording,
  type RecordingKind,
} from "../../domain/observation/recording/recording.ts";
import { faultOf, type CameraFault } from "../field/camera.ts";

export type RecorderFault = Exclude<CameraFault, "not_loaded">;
/** Why a recording ended: the user stopped it, it reached its length or size, or the device took the microphone away. */
export type RecordingEnd = "stopped" | "limit" | "interrupted";

type Listener = {
  /** Recording now; a video is shown while it is recorded. */
  readonly onStart: (stream: MediaStream) => void;
  readonly onSeconds: (seconds: number) => void;
  readonly onEnd: (recorded: Blob, end: RecordingEnd) => void;
  readonly onFault: (fault: RecorderFault) => void;
};

/** `stop` keeps what was recorded, `cancel` forgets it. */
export type Recorder = { readonly stop: () => void; readonly cancel: () => void };

/** The first that the browser knows is used. */
const kinds = {
  voice: [
    "audio/mp4;codecs=mp4a.40.2",
    "audio/webm;codecs=opus",
    "audio/ogg;codecs=opus",
    "audio/mp4",
  ],
  video: [
    "video/mp4;codecs=avc1.42E01E,mp4a.40.2",
    "video/webm;codecs=vp8,opus",
    "video/webm",
    "video/mp4",
  ],
} as const;

/** At these rates, one minute of video is 19 MB, and five minutes of voice are 2 MB. */
const rates = { audioBitsPerSecond: 64_000, videoBitsPerSecond: 2_500_000 };
const PIECE_MS = 1000;
/** What may come between two pieces. */
const ROOM_BYTES = 2 * 1024 ** 2;

export function startRecorder(kind: RecordingKind, listener: Listener): Recorder {
  const { onStart, onSeconds, onEnd, onFault } = listener;
  let isOver = false;
  let end: RecordingEnd = "stopped";
  let stream: MediaStream | null = null;
  let recorder: MediaRecorder | null = null;
  let timer: ReturnType<typeof setInterval> | undefined;
  const letGo = () => {
    isOver = true;
    clearInterval(timer);
    for (const track of stream?.getTracks() ?? []) track.stop();
  };
  const finish = (why: RecordingEnd) => {
    if (recorder?.state !== "recording") return;
    end = why;
    recorder.stop();
  };
  const run = async () => {
    const isKnown = typeof MediaRecorder !== "undefined" && navigator.mediaDevices;
    if (!isSecureContext || !isKnown) return onFault("unsupported");
    const mimeType = kinds[kind].find((type) => MediaRecorder.isTypeSupported(type));
    if (!mimeType) return onFault("unsupported");
    const video = { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 720 } };
    try {
      stream = await navigator.mediaDevices.getUserMedia({
        audio: true,
        video: kind === "video" && video,
      });
    } catch (cause) {
      return isOver ? undefined : onFault(faultOf(cause));
    }
    if (isOver) return letGo();
    const pieces: Blob[] = [];
    let bytes = 0;
    try {
      recorder = new MediaRecorder(stream, { mimeType, ...rates });
    } catch {
      letGo();
      return onFault("in_use");
    }
    recorder.addEventListener("dataavailable", ({ data }) => {
      pieces.push(data);
      bytes += data.size;
      if (bytes > limits.recordingBytes - ROOM_BYTES) finish("limit");
    });
    recorder.addEventListener("error", () => finish("interrupted"));
    recorder.addEventListener("stop", () => {
      // Where all tracks end, the recorder stops by itself.
      const isCut =
        end === "stopped" && stream?.getTracks().some((one) => one.readyState === "ended");
      const isForgotten = isOver;
      letGo();
      if (!isForgotten) onEnd(new Blob(pieces, { type: mimeType }), isCut ? "interrupted" : end);
    });
    for (const track of stream.getTracks()) {
      track.addEventListener("ended", () => finish("interrupted"));
    }
    // A call on the phone takes the microphone: what follows would be silent.
    for (const track of stream.getAudioTracks()) {
      track.addEventListener("mute", () => finish("interrupted"));
    }
    try {
      recorder.start(PIECE_MS);
    } catch {
      letGo();
      return onFault("in_use");
    }
    const begun = performance.now();
    onStart(stream);
    timer = setInterval(() => {
      const seconds = (performance.now() - begun) / 1000;
      onSeconds(seconds);
      if (seconds >= longestSeconds(kind)) finish("limit");
    }, 200);
    return undefined;
  };
  void run();
  return {
    stop: () => finish("stopped"),
    cancel() {
      letGo();
      if (recorder?.state === "recording") recorder.stop();
    },
  };
}

/** The file as it is sent, with the kind that its bytes have; or why it cannot be a recording. */
export async function checkedRecording(
  file: File,
): Promise<{ readonly file: File } | { readonly problem: Problem }> {
  let read: ReadRecording | null = null;
  try {
    if (file.size <= limits.recordingBytes) {
      read = readRecording(new Uint8Array(await file.arrayBuffer()));
    }
  } catch {
    return { problem: { reason: "file_changed_since", file: file.name } };
  }
  const problem = recordingRefusal(file.name, file.size, read);
  if (problem || !read)
    return { problem: problem ?? { reason: "recording_format", file: file.name } };
  const { content_type: type } = read;
  return { file: new File([file], file.name, { type, lastModified: file.lastModified }) };
}
