// @vitest-environment happy-dom
// A recorder that cannot begin lets go of the microphone, and a file that cannot be read is refused by name.
import { afterEach, expect, test, vi } from "vitest";
import { checkedRecording, startRecorder } from "./recorder.ts";

afterEach(() => vi.unstubAllGlobals());

test("a browser that makes no recorder lets go of the microphone and says so", async () => {
  const track = { readyState: "live", stop: vi.fn(), addEventListener: () => undefined };
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal(
    "MediaRecorder",
    class {
      static isTypeSupported = () => true;
      constructor() {
        throw new DOMException("no", "NotSupportedError");
      }
    },
  );
  const stream = { getTracks: () => [track], getAudioTracks: () => [track] };
  vi.stubGlobal("navigator", { mediaDevices: { getUserMedia: () => Promise.resolve(stream) } });
  const onFault = vi.fn();
  const [onStart, onEnd] = [vi.fn(), vi.fn()];
  startRecorder("voice", { onStart, onSeconds: () => undefined, onEnd, onFault });
  await vi.waitFor(() => expect(onFault.mock.calls).toEqual([["in_use"]]));
  expect(track.stop).toHaveBeenCalledTimes(1);
  expect(onStart).not.toHaveBeenCalled();
  expect(onEnd).not.toHaveBeenCalled();
});

test("a file that has gone since it was chosen is refused by name", async () => {
  const file = new File(["x"], "note.ogg");
  file.arrayBuffer = () => Promise.reject(new DOMException("gone", "NotReadableError"));
  expect(await checkedRecording(file)).toEqual({
    problem: { reason: "file_changed_since", file: "note.ogg" },
  });
});
