// Codes on components, read by the camera.
import { codeReader } from "../../client/code-reader.ts";

export const cameraFaults = [
  "no_camera",
  "refused",
  "in_use",
  "unsupported",
  "not_loaded",
] as const;
export type CameraFault = (typeof cameraFaults)[number];

const PAUSE_MS = 120;

type Listener = {
  readonly onText: (text: string) => void;
  readonly onReady: () => void;
  readonly onFault: (fault: CameraFault) => void;
};

/** Shows the camera in a video element and reads codes until the returned function is called. */
export function watchCamera(
  video: HTMLVideoElement,
  { onText, onReady, onFault }: Listener,
): () => void {
  const end = new AbortController();
  let stream: MediaStream | null = null;
  const run = async () => {
    if (!isSecureContext || !navigator.mediaDevices) return onFault("unsupported");
    try {
      stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 720 } },
      });
    } catch (cause) {
      return onFault(faultOf(cause));
    }
    if (end.signal.aborted) return stop(stream);
    video.srcObject = stream;
    await video.play().catch(() => undefined);
    const read = await codeReader().catch(() => null);
    if (end.signal.aborted) return undefined;
    if (!read) return onFault("not_loaded");
    onReady();
    const look = async () => {
      const texts = await read(video).catch(() => []);
      if (end.signal.aborted) return;
      for (const text of texts) onText(text);
      setTimeout(() => void look(), PAUSE_MS);
    };
    return look();
  };
  void run();
  return () => {
    end.abort();
    if (stream) stop(stream);
    video.srcObject = null;
  };
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** @param cause what getUserMedia rejected with */
export function faultOf(cause: unknown): "no_camera" | "refused" | "in_use" {
  const name = cause instanceof Error ? cause.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "refused";
  if (name === "NotFoundError" || name === "OverconstrainedError") return "no_camera";
  return "in_use";
}
