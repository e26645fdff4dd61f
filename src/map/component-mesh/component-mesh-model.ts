// The programs and buffers of one component mesh, created when first drawn.
import type { Device, Texture } from "@luma.gl/core";
import { Model } from "@luma.gl/engine";
import type { ComponentMesh } from "../../domain/component/component-mesh.ts";
import { componentMeshModule, fragmentShader, vertexShader } from "./component-mesh-shader.ts";
import { gpuCacheOf, type MeshBuffers } from "./gpu-cache.ts";

/** `plain` draws the rectangles with a shader for components of a few pixels. */
export type ModelKind = "quads" | "plain" | "polygons";

export type MeshModels = {
  /** Created on first use: linking a program takes the software renderer a tenth of a second. */
  model(kind: ModelKind): Model;
  /** Bound where a layer has no column, ramp or mask: a sampler may not be left empty. */
  readonly blank: Texture;
  destroy(): void;
};

/** Painter's order without a depth test: components are flat and do not overlap within a level. */
const parameters = {
  depthWriteEnabled: false,
  depthCompare: "always",
  cullMode: "none",
  blend: true,
  blendColorSrcFactor: "src-alpha",
  blendColorDstFactor: "one-minus-src-alpha",
  blendAlphaSrcFactor: "one",
  blendAlphaDstFactor: "one-minus-src-alpha",
  blendColorOperation: "add",
  blendAlphaOperation: "add",
} as const;

const positions = { name: "positions", format: "float32x2" } as const;

/**
 * The models of a layer. Its vertices are uploaded when first drawn, or shared with a layer that has them.
 * At small scales only trackers are drawn, so a million modules need not be uploaded yet.
 */
export function meshModels(device: Device, mesh: ComponentMesh): MeshModels {
  const cache = gpuCacheOf(device);
  const blank = device.createTexture({
    format: "rgba8unorm",
    width: 1,
    height: 1,
    data: new Uint8Array(4),
  });
  const models = new Map<ModelKind, Model>();
  let buffers: MeshBuffers | null = null;
  return {
    blank,
    model(kind) {
      buffers ??= cache.acquireMesh(mesh);
      const model = models.get(kind) ?? makeModel(device, kind, mesh, buffers);
      models.set(kind, model);
      return model;
    },
    destroy() {
      for (const model of models.values()) model.destroy();
      blank.destroy();
      if (buffers) cache.releaseMesh(mesh);
    },
  };
}

function makeModel(
  device: Device,
  kind: ModelKind,
  mesh: ComponentMesh,
  { quads, polygons }: MeshBuffers,
): Model {
  const shared = program(kind);
  if (kind === "polygons" && polygons) {
    return new Model(device, {
      ...shared,
      id: `polygons-${mesh.type}`,
      bufferLayout: [positions, { name: "rows", format: "float32" }],
      attributes: { positions: polygons.positions, rows: polygons.rows },
      indexBuffer: polygons.indices,
    });
  }
  return new Model(device, {
    ...shared,
    id: `${kind}-${mesh.type}`,
    bufferLayout: [positions],
    attributes: { positions: quads.positions },
    indexBuffer: quads.indices,
  });
}

/** The part of a model that depends on its kind only. */
function program(kind: ModelKind) {
  const defines: Record<string, boolean> =
    kind === "polygons" ? { POLYGONS: true } : kind === "plain" ? { PLAIN: true } : {};
  return {
    vs: vertexShader,
    fs: fragmentShader,
    modules: [componentMeshModule as never],
    defines,
    topology: "triangle-list" as const,
    isInstanced: false,
    parameters,
    disableWarnings: true,
  };
}

/**
 * Links the programs while the data are loading. Linking takes the software renderer a tenth of a second,
 * which would delay the first frame.
 */
export function warmPrograms(device: Device, kinds: readonly ModelKind[]): void {
  // The device keeps linked pipelines; the models can be destroyed.
  for (const kind of kinds) {
    // A lost context links nothing; the map begins again with the next one.
    if (device.isLost) return;
    const rows = { name: "rows", format: "float32" } as const;
    const bufferLayout = kind === "polygons" ? [positions, rows] : [positions];
    new Model(device, { ...program(kind), id: `warm-${kind}`, bufferLayout }).destroy();
  }
}
