// The graphics of this machine: none, a software renderer, or a GPU.
import type { Device } from "@luma.gl/core";
import { hasSmoothEdges } from "../../state/map/smooth-edges.ts";
import { LEAST_PIXELS } from "../component/level-of-detail.ts";

export type Graphics = "none" | "software" | "hardware";

const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;
/** Every triangle is expensive in a software renderer, so components give way to their parents earlier. */
const SOFTWARE_LEAST_PIXELS = 3.5;

let known: Graphics | undefined;

/** What WebGL 2 runs on in this browser; checked once, with a temporary context. */
export function graphics(): Graphics {
  known ??= probe();
  return known;
}

function probe(): Graphics {
  const gl = document.createElement("canvas").getContext("webgl2");
  if (!gl) return "none";
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return SOFTWARE.test(name) ? "software" : "hardware";
}

/** The size in pixels below which a component gives way to its parent on this device. */
export function minPixels(device: Device): number {
  const { renderer } = device.info;
  return SOFTWARE.test(renderer) || device.info.gpuType === "cpu"
    ? SOFTWARE_LEAST_PIXELS
    : LEAST_PIXELS;
}

/** The same, while there is no device yet. */
export function leastPixelsHere(): number {
  return graphics() === "software" ? SOFTWARE_LEAST_PIXELS : LEAST_PIXELS;
}

/** Whether edges are drawn with several samples per pixel in this browser. */
export const isSmooth = (): boolean => hasSmoothEdges(graphics() === "hardware");
