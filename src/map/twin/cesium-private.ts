// The only place that uses what Cesium does not declare: its renderer, and four places where it would ask other hosts
// or copy pictures. `cesium-private.test.ts` holds all of it to the version that is installed. See decisions/twin-view.md.
import {
  Credit,
  CreditDisplay,
  PixelDatatype,
  PixelFormat,
  Resource,
  Sampler,
  Texture,
  TextureMagnificationFilter,
  TextureMinificationFilter,
  Transforms,
  type Scene,
} from "cesium";

export {
  Buffer,
  BufferUsage,
  DrawCommand,
  Pass,
  RenderState,
  Sampler,
  ShaderProgram,
  Texture,
  VertexArray,
} from "cesium";
export type { Context, FrameState, ScenePrimitive } from "cesium";

/** The version of the engine with which all of this was tried. */
export const TRIED_VERSION = "26.3.0";

/** Exports without a declaration. */
export const privateExports = [
  "Buffer",
  "BufferUsage",
  "DrawCommand",
  "Pass",
  "RenderState",
  "Sampler",
  "ShaderProgram",
  "Texture",
  "VertexArray",
] as const;

declare module "cesium" {
  /** The WebGL context of a scene. */
  export type Context = {
    readonly webgl2: boolean;
    readonly uniformState: { globeDepthTexture: Texture | undefined };
  };
  export type FrameState = {
    readonly context: Context;
    initializeFrame(): void;
    readonly commandList: unknown[];
    readonly passes: { readonly render: boolean };
  };
  type Destroyed = { destroy(): void; isDestroyed(): boolean };
  export type GpuBuffer = Destroyed & { readonly sizeInBytes: number };
  export const Buffer: {
    createVertexBuffer(options: {
      context: Context;
      typedArray: ArrayBufferView;
      usage: number;
    }): GpuBuffer;
    createIndexBuffer(options: {
      context: Context;
      typedArray: ArrayBufferView;
      usage: number;
      indexDatatype: number;
    }): GpuBuffer;
  };
  export const BufferUsage: { readonly STATIC_DRAW: number };
  export class VertexArray {
    constructor(options: {
      context: Context;
      attributes: readonly {
        index: number;
        vertexBuffer: GpuBuffer;
        componentsPerAttribute: number;
        componentDatatype: number;
        offsetInBytes?: number;
        strideInBytes?: number;
      }[];
      indexBuffer: GpuBuffer;
    });
    destroy(): void;
  }
  export class ShaderProgram {
    static fromCache(options: {
      context: Context;
      vertexShaderSource: string;
      fragmentShaderSource: string;
      attributeLocations: Readonly<Record<string, number>>;
    }): ShaderProgram;
    destroy(): void;
  }
  export type RenderState = { readonly id: number };
  export const RenderState: { fromCache(state: object): RenderState };
  export const Pass: { readonly OPAQUE: number; readonly TRANSLUCENT: number };
  export type Sampler = { readonly wrapS: number };
  export const Sampler: new (options: {
    minificationFilter: number;
    magnificationFilter: number;
  }) => Sampler;
  export class Texture {
    constructor(options: {
      context: Context;
      pixelFormat: number;
      pixelDatatype: number;
      flipY: boolean;
      sampler: Sampler;
      source: ImageBitmap | { width: number; height: number; arrayBufferView: ArrayBufferView };
    });
    destroy(): void;
  }
  export type DrawCommand = {
    readonly pass: number;
    /** Of the first index, and how many are drawn. */
    offset: number;
    count: number;
    castShadows: boolean;
    receiveShadows: boolean;
  };
  export const DrawCommand: new (options: {
    owner: object;
    primitiveType: number;
    vertexArray: VertexArray;
    count: number;
    shaderProgram: ShaderProgram;
    renderState: RenderState;
    uniformMap: Readonly<Record<string, () => unknown>>;
    pass: number;
    modelMatrix: Matrix4;
    boundingVolume: BoundingSphere | OrientedBoundingBox;
  }) => DrawCommand;
  /** A thing that a scene draws: it adds its commands to each frame. */
  export type ScenePrimitive = {
    update(frame: FrameState): void;
    destroy(): void;
    isDestroyed(): boolean;
  };
  interface Cesium3DTileset {
    /** The frame from which clipping planes count, to Cesium's fixed frame. */
    readonly clippingPlanesOriginMatrix: Matrix4;
  }
  interface Scene {
    readonly context: Context;
    /** Without `globeDepth`, as where depth textures are not supported, it draws onto the canvas. */
    readonly view: { globeDepth: { destroy(): void } | undefined };
    initializeFrame(): void;
  }
}

/** What is not there as it was: the 3D view cannot be drawn with this version. */
function gone(part: string): Error {
  return new Error(`Cesium has no ${part} any more; ${TRIED_VERSION} had`);
}

/**
 * Draws onto the canvas itself. Cesium draws into a texture first and copies it and its depth, pixel by pixel and
 * several times per frame, for what lies on a globe and for its own picking. Here is no globe, and picking is ours.
 */
export function drawStraight(scene: Scene): void {
  const { context, view } = scene;
  if (!("globeDepth" in view)) throw gone("View.globeDepth");
  if (!("globeDepthTexture" in context.uniformState)) throw gone("UniformState.globeDepthTexture");
  scene.useDepthPicking = false;
  view.globeDepth?.destroy();
  view.globeDepth = undefined;
  // The shader of labels reads the depth of the globe; 0 is none.
  context.uniformState.globeDepthTexture = new Texture({
    context,
    pixelFormat: PixelFormat.RGBA,
    pixelDatatype: PixelDatatype.UNSIGNED_BYTE,
    flipY: false,
    sampler: new Sampler({
      minificationFilter: TextureMinificationFilter.NEAREST,
      magnificationFilter: TextureMagnificationFilter.NEAREST,
    }),
    source: { width: 1, height: 1, arrayBufferView: new Uint8Array(4) },
  });
}

/**
 * Cesium would load the logo of a service that is not used, and tables of the Earth's nutation: without them its sun,
 * which is not drawn, is a few thousandths of a degree off.
 */
export function withoutOutside(): void {
  CreditDisplay.cesiumCredit = new Credit("");
  const nutation = { preload: () => Promise.resolve(), computeXysRadians: () => undefined };
  if (!Reflect.has(Transforms, "iau2006XysData")) throw gone("Transforms.iau2006XysData");
  Reflect.set(Transforms, "iau2006XysData", nutation);
}

/** What all requests of Cesium go through; its own tests replace it too. */
type Loader = {
  loadWithXhr(
    url: string,
    responseType: string | undefined,
    method: string,
    data: unknown,
    headers: unknown,
    deferred: { resolve(value: unknown): void; reject(cause: unknown): void },
    overrideMimeType: string | undefined,
  ): XMLHttpRequest | undefined;
};
const isLoader = (value: unknown): value is Loader =>
  typeof value === "object" && value !== null && "loadWithXhr" in value;

let isTaken = false;

/**
 * Gives all that Cesium loads to `answer`, besides what is in an address itself.
 * @param answer gets the address and the kind of answer, as of XMLHttpRequest
 */
export function takeRequests(
  answer: (url: string, type: string | undefined) => Promise<unknown>,
): void {
  if (isTaken) return;
  isTaken = true;
  const requests: unknown = Reflect.get(Resource, "_Implementations");
  if (!isLoader(requests)) throw gone("Resource._Implementations.loadWithXhr");
  const load = requests.loadWithXhr;
  requests.loadWithXhr = (url, type, method, data, headers, deferred, mime) => {
    if (/^(data|blob):/i.test(url)) return load(url, type, method, data, headers, deferred, mime);
    answer(url, type).then(deferred.resolve, deferred.reject);
    return undefined;
  };
}
