// What a way of drawing must offer to be measured.
import type { View } from "./field.ts";

export type Work = { drawCalls: number; vertices: number; bytesUploaded: number };

export type Design = {
  /** From arrays in memory to the first coloured frame on the screen. */
  first(view: View): Promise<void>;
  /** Waits for what the first view did not need. */
  settle?(): Promise<void>;
  /** Colours by another column; resolves when it is on the screen, with the main thread's part in ms. */
  switchTo(column: number): Promise<number>;
  /** Draws one frame of a view and waits for its pixels. */
  frame(view: View): Promise<void>;
  /** Rows under a screen point. */
  pick(x: number, y: number): number;
  /**
   * What a tooltip says of the tracker under a screen point: modules past the limit, and the worst value.
   * Absent where the design is not compared.
   */
  tip?(x: number, y: number): { past: number; worst: number } | null;
  /** Components in a ring of screen points; null where it would take minutes. */
  lasso(ring: readonly [number, number][]): number | null;
  /** Counted work since the last call; null where it cannot be counted. */
  work(): Work | null;
};

/** Nothing has been drawn until a pixel has come back. */
export function waitForPixels(gl: WebGL2RenderingContext): Uint8Array {
  const pixel = new Uint8Array(4);
  gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
  gl.readPixels(width >> 1, height >> 1, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
  return pixel;
}

/** Counts draw calls, vertices and uploaded bytes of a context by wrapping its calls. */
export function countWork(gl: WebGL2RenderingContext): () => Work {
  let work: Work = { drawCalls: 0, vertices: 0, bytesUploaded: 0 };
  const drew = (vertices: number) => {
    work.drawCalls += 1;
    work.vertices += vertices;
  };
  const wrap = <Name extends keyof WebGL2RenderingContext>(
    name: Name,
    note: (args: unknown[]) => void,
  ) => {
    const original = gl[name] as unknown as (...args: unknown[]) => unknown;
    Object.assign(gl, {
      [name]: (...args: unknown[]) => {
        note(args);
        return original.apply(gl, args);
      },
    });
  };
  const bytes = (args: unknown[]) => {
    const data = args.find((arg) => ArrayBuffer.isView(arg) || arg instanceof ArrayBuffer);
    work.bytesUploaded += (data as ArrayBufferView | undefined)?.byteLength ?? 0;
  };
  wrap("drawElements", (args) => drew(args[1] as number));
  wrap("drawArrays", (args) => drew(args[2] as number));
  wrap("drawElementsInstanced", (args) => drew((args[1] as number) * (args[4] as number)));
  wrap("drawArraysInstanced", (args) => drew((args[2] as number) * (args[3] as number)));
  for (const name of ["bufferData", "bufferSubData", "texImage2D", "texSubImage2D"] as const) {
    wrap(name, bytes);
  }
  return () => {
    const counted = work;
    work = { drawCalls: 0, vertices: 0, bytesUploaded: 0 };
    return counted;
  };
}
