// The orthomosaics of the survey in 3D, on the ground below the components.
import {
  BlendingState,
  BoundingSphere,
  Buffer,
  BufferUsage,
  Cartesian3,
  ComponentDatatype,
  DrawCommand,
  IndexDatatype,
  Pass,
  PixelDatatype,
  PixelFormat,
  PrimitiveType,
  RenderState,
  Sampler,
  ShaderProgram,
  Texture,
  TextureMagnificationFilter,
  TextureMinificationFilter,
  VertexArray,
  type Context,
  type FrameState,
  type ScenePrimitive,
} from "cesium";
import { atom } from "jotai";
import { planeAt } from "../../domain/geometry/plane.ts";
import type { OrthomosaicKind } from "../../domain/raster/orthomosaic.ts";
import { shownOpacityAtom } from "../../state/map/layer.ts";
import {
  orthomosaicLayerId,
  thermalDomainAtom,
  thermalPaletteAtom,
} from "../../state/map/orthomosaic.ts";
import { orthomosaicTileAtoms, type DrawnTile } from "../../state/map/orthomosaic-tile.ts";
import { imageOf } from "../orthomosaic/tile-layer.ts";
import type { OverlayScene, TwinOverlay } from "./twin-overlay.ts";

/** Metres above the ground, so that it is seen; the thermal one lies above the other, as on the map. */
const HEIGHTS = { rgb: 0.01, thermal: 0.03 } as const satisfies Record<OrthomosaicKind, number>;
const FLOATS = 5;
const BYTES = 4;

const vertexSource = `
in vec3 position;
in vec2 place;
out vec2 v_place;

void main() {
  v_place = place;
  gl_Position = czm_modelViewProjection * vec4(position, 1.0);
}
`;

const fragmentSource = `
uniform sampler2D u_image;
uniform float u_opacity;
in vec2 v_place;

void main() {
  vec4 color = texture(u_image, v_place);
  if (color.a < 0.004) discard;
  out_FragColor = vec4(color.rgb, color.a * u_opacity);
}
`;

type Held = {
  readonly image: ImageBitmap | ImageData;
  readonly texture: Texture;
  readonly vertexArray: VertexArray;
  readonly bounds: BoundingSphere;
};

/** The tiles of a kind and how opaque they are; empty while the layer is hidden. */
const tilesAtomOf = (kind: OrthomosaicKind) =>
  atom((get) => {
    const opacity = get(shownOpacityAtom)(orthomosaicLayerId[kind]);
    const tiles = opacity > 0 ? (get(orthomosaicTileAtoms[kind].this) ?? []) : [];
    const [palette, domain] = [get(thermalPaletteAtom), get(thermalDomainAtom)];
    const imageOfTile = ({ content }: DrawnTile) => imageOf(content, palette, domain);
    return { tiles, opacity, imageOfTile };
  });

const drapeOf =
  (kind: OrthomosaicKind): TwinOverlay =>
  (scene) => {
    const tilesAtom = tilesAtomOf(kind);
    return {
      primitive: drapePrimitive(scene, kind, () => scene.store.get(tilesAtom)),
      stop: scene.store.sub(tilesAtom, scene.ask),
    };
  };

export const orthomosaicDrapes: readonly TwinOverlay[] = [drapeOf("rgb"), drapeOf("thermal")];

function drapePrimitive(
  { origin, frame, viewNow }: OverlayScene,
  kind: OrthomosaicKind,
  tilesNow: () => {
    readonly tiles: readonly DrawnTile[];
    readonly opacity: number;
    readonly imageOfTile: (tile: DrawnTile) => ImageBitmap | ImageData;
  },
): ScenePrimitive {
  const held = new Map<string, Held>();
  let program: ShaderProgram | null = null;
  let isEnded = false;
  const drop = (key: string) => {
    held.get(key)?.texture.destroy();
    held.get(key)?.vertexArray.destroy();
    held.delete(key);
  };
  const primitive: ScenePrimitive = {
    update({ context, commandList, passes }: FrameState) {
      if (!passes.render || !viewNow()) return;
      const { tiles, opacity, imageOfTile } = tilesNow();
      const shown = new Set(tiles.map(({ key }) => key));
      for (const key of held.keys()) if (!shown.has(key)) drop(key);
      if (tiles.length === 0) return;
      program ??= ShaderProgram.fromCache({
        context,
        vertexShaderSource: vertexSource,
        fragmentShaderSource: fragmentSource,
        attributeLocations: { position: 0, place: 1 },
      });
      for (const tile of tiles) {
        const image = imageOfTile(tile);
        if (held.get(tile.key)?.image !== image) drop(tile.key);
        const one = held.get(tile.key) ?? hold(context, image, cornersOf(tile.bounds));
        held.set(tile.key, one);
        commandList.push(
          new DrawCommand({
            owner: primitive,
            primitiveType: PrimitiveType.TRIANGLES,
            vertexArray: one.vertexArray,
            count: 6,
            shaderProgram: program,
            renderState: RenderState.fromCache({
              depthTest: { enabled: true },
              depthMask: false,
              blending: BlendingState.ALPHA_BLEND,
            }),
            uniformMap: { u_image: () => one.texture, u_opacity: () => opacity * tile.opacity },
            // After the ground and before all that is transparent.
            pass: Pass.OPAQUE,
            modelMatrix: frame,
            boundingVolume: BoundingSphere.transform(one.bounds, frame, new BoundingSphere()),
          }),
        );
      }
    },
    isDestroyed: () => isEnded,
    destroy() {
      isEnded = true;
      for (const key of held.keys()) drop(key);
      program?.destroy();
    },
  };
  /** x, y, z, and the place in the picture, whose first row is the northern one. */
  const cornersOf = ([west, south, east, north]: DrawnTile["bounds"]): number[] => {
    const { toPlane } = planeAt(origin);
    const z = HEIGHTS[kind];
    return [
      [...toPlane(west, south), z, 0, 1],
      [...toPlane(east, south), z, 1, 1],
      [...toPlane(east, north), z, 1, 0],
      [...toPlane(west, north), z, 0, 0],
    ].flat();
  };
  return primitive;
}

function hold(context: Context, image: ImageBitmap | ImageData, corners: readonly number[]): Held {
  const vertexBuffer = Buffer.createVertexBuffer({
    context,
    typedArray: Float32Array.from(corners),
    usage: BufferUsage.STATIC_DRAW,
  });
  const part = (index: number, componentsPerAttribute: number, offset: number) => ({
    index,
    vertexBuffer,
    componentsPerAttribute,
    componentDatatype: ComponentDatatype.FLOAT,
    strideInBytes: FLOATS * BYTES,
    offsetInBytes: offset * BYTES,
  });
  const places = [0, 1, 2, 3].map(
    (at) =>
      new Cartesian3(corners[at * FLOATS], corners[at * FLOATS + 1], corners[at * FLOATS + 2]),
  );
  const source =
    image instanceof ImageData
      ? { width: image.width, height: image.height, arrayBufferView: new Uint8Array(image.data) }
      : image;
  return {
    image,
    bounds: BoundingSphere.fromPoints(places),
    vertexArray: new VertexArray({
      context,
      attributes: [part(0, 3, 0), part(1, 2, 3)],
      indexBuffer: Buffer.createIndexBuffer({
        context,
        typedArray: Uint32Array.from([0, 1, 2, 0, 2, 3]),
        usage: BufferUsage.STATIC_DRAW,
        indexDatatype: IndexDatatype.UNSIGNED_INT,
      }),
    }),
    texture: new Texture({
      context,
      pixelFormat: PixelFormat.RGBA,
      pixelDatatype: PixelDatatype.UNSIGNED_BYTE,
      flipY: false,
      // As on the map: the pixels of the drone are seen as they are once they are larger than those of the screen.
      sampler: new Sampler({
        minificationFilter: TextureMinificationFilter.LINEAR,
        magnificationFilter: TextureMagnificationFilter.NEAREST,
      }),
      source,
    }),
  };
}
