// Where a card has no memory for the samples of a large picture, smaller ones are smooth all the same.
import { expect, test } from "vitest";
import { smoothPicture } from "./smooth-picture.ts";

/** A context that has buffers of so many pixels at most. */
function contextWith(mostPixels: number) {
  let pixels = 0;
  let tries = 0;
  const gl = {
    drawingBufferWidth: 0,
    drawingBufferHeight: 0,
    FRAMEBUFFER_COMPLETE: 1,
    bindFramebuffer() {},
    drawBuffers() {},
    getParameter: () => 4,
    createFramebuffer: () => ({}),
    createRenderbuffer: () => ({}),
    deleteFramebuffer() {},
    deleteRenderbuffer() {},
    bindRenderbuffer() {},
    framebufferRenderbuffer() {},
    isEnabled: () => false,
    blitFramebuffer() {},
    renderbufferStorageMultisample(_t: number, _s: number, _f: number, w: number, h: number) {
      pixels = w * h;
      tries += 1;
    },
    checkFramebufferStatus: () => (pixels <= mostPixels ? 1 : 0),
  };
  const draws = smoothPicture(gl as never as WebGL2RenderingContext);
  return {
    frame(width: number, height: number) {
      Object.assign(gl, { drawingBufferWidth: width, drawingBufferHeight: height });
      const isSmooth = draws.begin();
      draws.end();
      return isSmooth;
    },
    tries: () => tries,
  };
}

test("a picture for paper that is too large leaves the screen smooth", () => {
  const { frame } = contextWith(1_000_000);
  expect([frame(800, 600), frame(4000, 3000), frame(800, 600)]).toEqual([true, false, true]);
});

test("what has failed is not tried again with each frame, nor is anything larger", () => {
  const { frame, tries } = contextWith(1_000_000);
  frame(2000, 1000);
  const once = tries();
  expect([frame(2000, 1000), frame(2000, 1200)]).toEqual([false, false]);
  expect(tries()).toBe(once);
  expect(frame(1000, 1000)).toBe(true);
});
