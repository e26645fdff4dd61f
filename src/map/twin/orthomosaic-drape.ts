// The orthomosaics of the survey in 3D, on the ground below the components.
import {
  BlendingState,
  BoundingSphere,
  Cartesian2,
  Cartesian3,
  ComponentDatatype,
  IndexDatatype,
  PixelDatatype,
  PixelFormat,
  PrimitiveType,
  TextureMagnificationFilter,
  TextureMinificationFilter,
} from "cesium";
import { atom } from "jotai";
import { planeAt } from "../../domain/geometry/plane.ts";
import { drapedMesh, type DrapedMesh } from "../../domain/twin-view/draped-mesh.ts";
import type { GroundSurface } from "../../domain/twin-view/ground-surface.ts";
import type { OrthomosaicKind } from "../../domain/raster/orthomosaic.ts";
import { groundAtom } from "../../state/map/ground.ts";
import { shownOpacityAtom } from "../../state/map/layer.ts";
import {
  kindSwipeAtom,
  orthomosaicLayerId,
  spanOfKind,
  thermalDomainAtom,
  thermalPaletteAtom,
  type SwipeSpan,
} from "../../state/map/orthomosaic.ts";
import { orthomosaicTileAtoms, type DrawnTile } from "../../state/map/orthomosaic-tile.ts";
import { imageOf } from "../orthomosaic/tile-layer.ts";
import {
  Buffer,
  BufferUsage,
  DrawCommand,
  Pass,
  RenderState,
  Sampler,
  ShaderProgram,
  Texture,
  VertexArray,
  type Context,
  type FrameState,
  type ScenePrimitive,
} from "./cesium-private.ts";
import type { OverlayScene, TwinOverlay } from "./twin-overlay.ts";

/** Metres above the ground, so that it is seen; the thermal one lies above the other, as on the map. */
const HEIGHTS = { rgb: 0.01, thermal: 0.03 } as const satisfies Record<OrthomosaicKind, number>;
/** More above heights of the ground, whose triangles the picture has too: at its rims they are rounded otherwise. */
const OVER_TERRAIN_M = 0.15;
const FLOATS = 5;
const BYTES = 4;

const vertexSource = `
in vec3 position;
in vec2 place;
out vec2 v_place;

void main() {
  // The first row of a picture is the northern one.
  v_place = vec2(place.x, 1.0 - place.y);
  gl_Position = czm_modelViewProjection * vec4(position, 1.0);
}
`;

const fragmentSource = `
uniform sampler2D u_image;
uniform float u_opacity;
// Part of the screen's width in which it is drawn, 0 to 1.
uniform vec2 u_span;
in vec2 v_place;

void main() {
  float across = (gl_FragCoord.x - czm_viewport.x) / czm_viewport.z;
  if (across < u_span.x || across >= u_span.y) discard;
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
  readonly count: number;
  readonly ground: GroundSurface | null;
};

/** The tiles of a kind, how opaque they are, and on which side of a swipe; empty while the layer is hidden. */
const tilesAtomOf = (kind: OrthomosaicKind) =>
  atom((get) => {
    const opacity = get(shownOpacityAtom)(orthomosaicLayerId[kind]);
    const tiles = opacity > 0 ? (get(orthomosaicTileAtoms[kind].this) ?? []) : [];
    const [palette, domain] = [get(thermalPaletteAtom), get(thermalDomainAtom)];
    const imageOfTile = ({ content }: DrawnTile) => imageOf(content, palette, domain);
    const span = spanOfKind(kind, get(kindSwipeAtom));
    return { tiles, opacity, span, ground: get(groundAtom), imageOfTile };
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
    readonly span: SwipeSpan;
    readonly ground: GroundSurface | null;
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
      const { tiles, opacity, span, ground, imageOfTile } = tilesNow();
      const spanNow = new Cartesian2(...span);
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
        const known = held.get(tile.key);
        if (known?.image !== image || known.ground !== ground) drop(tile.key);
        const one = held.get(tile.key) ?? {
          ...hold(context, image, meshOf(tile.bounds, ground)),
          ground,
        };
        held.set(tile.key, one);
        commandList.push(
          new DrawCommand({
            owner: primitive,
            primitiveType: PrimitiveType.TRIANGLES,
            vertexArray: one.vertexArray,
            count: one.count,
            shaderProgram: program,
            renderState: RenderState.fromCache({
              depthTest: { enabled: true },
              depthMask: false,
              blending: BlendingState.ALPHA_BLEND,
            }),
            uniformMap: {
              u_image: () => one.texture,
              u_opacity: () => opacity * tile.opacity,
              u_span: () => spanNow,
            },
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
  const meshOf = (
    [west, south, east, north]: DrawnTile["bounds"],
    ground: GroundSurface | null,
  ) => {
    const { toPlane } = planeAt(origin);
    const box = [...toPlane(west, south), ...toPlane(east, north)] as const;
    return drapedMesh(box, ground, HEIGHTS[kind] + (ground ? OVER_TERRAIN_M : 0));
  };
  return primitive;
}

function hold(
  context: Context,
  image: ImageBitmap | ImageData,
  { corners, indices }: DrapedMesh,
): Omit<Held, "ground"> {
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
  const places = Array.from(
    { length: corners.length / FLOATS },
    (_, at) =>
      new Cartesian3(corners[at * FLOATS], corners[at * FLOATS + 1], corners[at * FLOATS + 2]),
  );
  const source =
    image instanceof ImageData
      ? { width: image.width, height: image.height, arrayBufferView: new Uint8Array(image.data) }
      : image;
  return {
    image,
    count: indices.length,
    bounds: BoundingSphere.fromPoints(places),
    vertexArray: new VertexArray({
      context,
      attributes: [part(0, 3, 0), part(1, 2, 3)],
      indexBuffer: Buffer.createIndexBuffer({
        context,
        typedArray: Uint32Array.from(indices),
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
