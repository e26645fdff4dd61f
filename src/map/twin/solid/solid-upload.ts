// Sends the triangles of solids to the GPU.
import { ComponentDatatype, IndexDatatype } from "cesium";
import { VERTEX_FLOATS, type Solids } from "../../../domain/twin-view/solid-writer.ts";
import { Buffer, BufferUsage, VertexArray, type Context } from "../cesium-private.ts";

const BYTES = 4;

export type OnGpu = { readonly vertexArray: VertexArray };

function vertexBuffer(context: Context, typedArray: Float32Array) {
  return Buffer.createVertexBuffer({ context, typedArray, usage: BufferUsage.STATIC_DRAW });
}

function indexBuffer(context: Context, typedArray: Uint32Array) {
  return Buffer.createIndexBuffer({
    context,
    typedArray,
    usage: BufferUsage.STATIC_DRAW,
    indexDatatype: IndexDatatype.UNSIGNED_INT,
  });
}

export function upload(context: Context, solids: Solids): OnGpu {
  const { vertices, owners, edges, centres, indices } = solids;
  const componentDatatype = ComponentDatatype.FLOAT;
  const both = vertexBuffer(context, vertices);
  const strideInBytes = VERTEX_FLOATS * BYTES;
  const vertexArray = new VertexArray({
    context,
    attributes: [
      { index: 0, vertexBuffer: both, componentsPerAttribute: 3, componentDatatype, strideInBytes },
      {
        index: 1,
        vertexBuffer: both,
        componentsPerAttribute: 3,
        componentDatatype,
        strideInBytes,
        offsetInBytes: 3 * BYTES,
      },
      {
        index: 2,
        vertexBuffer: vertexBuffer(context, owners),
        componentsPerAttribute: 2,
        componentDatatype,
      },
      {
        index: 3,
        vertexBuffer: vertexBuffer(context, centres),
        componentsPerAttribute: 4,
        componentDatatype,
      },
      {
        index: 4,
        vertexBuffer: vertexBuffer(context, edges),
        componentsPerAttribute: 2,
        componentDatatype,
      },
    ],
    indexBuffer: indexBuffer(context, indices),
  });
  return { vertexArray };
}
