// @vitest-environment happy-dom
// Two resizes without a frame between them: the second one holds. See the e2e test of the same name for the real parts.
import { expect, test } from "vitest";
import { followCanvasSize } from "./drawing-size.ts";

test("a frame right after a resize keeps the size that the map gave its canvas", () => {
  const canvas = document.createElement("canvas");
  const resized: (() => void)[] = [];
  const map = {
    on: (event: string, then: () => void) => void (event === "resize" && resized.push(then)),
    getCanvas: () => canvas,
  };
  // As the device does it: the noted size is set with the next frame.
  let noted: readonly [number, number] = [1396, 800];
  const canvasContext = {
    setDrawingBufferSize: (width: number, height: number) => void (noted = [width, height]),
  };
  followCanvasSize(map as never, { canvasContext } as never);
  const frame = () => void ([canvas.width, canvas.height] = noted);
  const resize = (width: number) => {
    [canvas.width, canvas.height] = [width, 800];
    for (const then of resized) then();
    frame();
  };
  resize(1381);
  resize(1075);
  expect([canvas.width, canvas.height]).toEqual([1075, 800]);
});
