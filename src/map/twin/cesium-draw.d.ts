// The parts of Cesium's renderer that its type declarations leave out. They are exported, and stable since version 1.0.
import type { BoundingSphere, Context, Matrix4, OrientedBoundingBox, Scene } from "cesium";

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
  namespace CreditDisplay {
    /** The logo of the service. */
    let cesiumCredit: Credit;
  }
  namespace Transforms {
    let iau2006XysData: {
      preload(): Promise<void>;
      computeXysRadians(): undefined;
    };
  }
  interface Scene {
    readonly context: Context;
    /** Without `globeDepth`, as where depth textures are not supported, it draws onto the canvas. */
    readonly view: { globeDepth: { destroy(): void } | undefined };
    initializeFrame(): void;
  }
}
