// The deck.gl layer that draws one component mesh; a class because deck.gl's layers are classes.
//
// It does not use deck.gl's attributes: the vertices never change, the colour of a vertex is looked up in
// textures, and the matrix is computed in doubles on the CPU (see projection.ts).
import { Layer, type LayerProps, type UpdateParameters } from "@deck.gl/core";
import type { Model } from "@luma.gl/engine";
import type { RenderPass, Texture } from "@luma.gl/core";
import type { ColumnValues } from "../../domain/column/column.ts";
import { CULL_ROWS, type ComponentMesh } from "../../domain/component/component-mesh.ts";
import { signalInks } from "../../domain/colour/palette.ts";
import type { LonLat } from "../../domain/geometry/plane.ts";
import type { Colouring } from "../component/colouring.ts";
import { meshModels, type MeshModels } from "./component-mesh-model.ts";
import { gpuCacheOf, type Mask } from "./gpu-cache.ts";
import type { ComponentMeshUniforms } from "./component-mesh-shader.ts";
import { visibleRanges, type DetailRange, type RowRange } from "../component/level-of-detail.ts";
import {
  metresPerPixel,
  planeMatrix,
  viewBox,
  type PlaneViewport,
} from "../component/projection.ts";

export type Rgba = readonly [number, number, number, number];

export type ComponentMeshLayerProps = LayerProps & {
  mesh: ComponentMesh;
  origin: LonLat;
  /** One value per row; null draws every component in `missingColor`. */
  values: ColumnValues | null;
  /** How values become colours, see colouring.ts; null draws as `values` null does. */
  colouring: Colouring | null;
  mask: Mask | null;
  /** Colours 0 to 255. */
  missingColor: Rgba;
  selectColor: Rgba;
  /** Opacity of a filtered-out component relative to the others; 0 draws none. */
  filteredAlpha: number;
  /** Hatches severe components once they are large enough to show it. */
  pattern: boolean;
  /** [from, to) metres per pixel in which this level is drawn. */
  detail: DetailRange;
  /** Part of the map's width, 0 to 1, in which it is drawn. */
  swipe: readonly [number, number];
};

const defaultProps = {
  values: null,
  colouring: null,
  mask: null,
  missingColor: { type: "array", value: signalInks.missing, compare: true },
  selectColor: { type: "array", value: signalInks.select, compare: true },
  filteredAlpha: 0.12,
  pattern: false,
  detail: { type: "array", value: [0, Infinity], compare: true },
  swipe: { type: "array", value: [0, 1], compare: true },
  // Picking is done by picking.ts; deck.gl's would render everything a second time.
  pickable: false,
} as const;

const BYTES_PER_INDEX = 4;
/**
 * Drawn width below which a component is its colour and nothing else. A rim would cover most of a thin bar,
 * and the map would be darker than its legend.
 */
const PLAIN_PIXELS = 6;

export class ComponentMeshLayer extends Layer<ComponentMeshLayerProps> {
  static override layerName = "ComponentMeshLayer";
  static override defaultProps = defaultProps as never;

  /** Kept off `state.models`, so that deck does not push its own uniforms at them every frame. */
  private mine(): MeshModels | null {
    return (this.state as { mine?: MeshModels }).mine ?? null;
  }

  override initializeState(): void {
    this.setState({ mine: meshModels(this.context.device, this.props.mesh) });
  }

  override updateState({ props, oldProps }: UpdateParameters<this>): void {
    if (oldProps.mesh && props.mesh !== oldProps.mesh) {
      this.mine()?.destroy();
      this.setState({ mine: meshModels(this.context.device, props.mesh) });
    }
  }

  override finalizeState(context: this["context"]): void {
    this.mine()?.destroy();
    super.finalizeState(context);
  }

  override draw({ renderPass }: { renderPass: RenderPass }): void {
    const mine = this.mine();
    const { mesh, origin, detail } = this.props;
    const viewport = this.context.viewport as unknown as PlaneViewport;
    const scale = metresPerPixel(viewport.zoom, origin);
    if (!mine || mesh.count === 0 || scale < detail[0] || scale >= detail[1]) return;
    const ranges = visibleRanges(mesh, viewBox(viewport, origin));
    if (ranges.length === 0) return;
    const uniforms = this.uniforms(viewport, scale);
    const bindings = this.textures(mine);
    const quads = mine.model(mesh.breadth / scale < PLAIN_PIXELS ? "plain" : "quads");
    this.drawRanges(quads, renderPass, uniforms, bindings, ranges.map(quadIndices));
    if (mesh.polygons) {
      const { firstIndex } = mesh.polygons;
      const parts = ranges.map((range) => polygonIndices(firstIndex, range));
      this.drawRanges(mine.model("polygons"), renderPass, uniforms, bindings, parts);
    }
  }

  private drawRanges(
    model: Model,
    renderPass: RenderPass,
    uniforms: ComponentMeshUniforms,
    bindings: Record<string, Texture>,
    ranges: readonly IndexRange[],
  ): void {
    const { work } = gpuCacheOf(this.context.device);
    model.shaderInputs.setProps({ componentMesh: uniforms });
    model.setBindings(bindings);
    for (const [first, count] of ranges) {
      if (count === 0) continue;
      model.setIndexCount(count);
      // On WebGL luma hands `firstVertex` to drawElements as a byte offset and ignores `firstIndex`.
      model.setDrawOffsets({ firstVertex: first * BYTES_PER_INDEX, firstIndex: first });
      if (!model.draw(renderPass)) {
        // The program is still being linked: the frame is incomplete, so request another.
        this.setNeedsRedraw();
        return;
      }
      work.drawCalls += 1;
      work.vertices += count;
    }
  }

  private textures(mine: MeshModels): Record<string, Texture> {
    const cache = gpuCacheOf(this.context.device);
    const { values, colouring, mask } = this.props;
    return {
      valueTexture: values && values.length > 0 ? cache.column(values) : mine.blank,
      rampTexture: colouring ? cache.ramp(colouring.ramp) : mine.blank,
      maskTexture: mask && mask.bytes.length > 0 ? cache.mask(mask) : mine.blank,
    };
  }

  private uniforms(viewport: PlaneViewport, scale: number): ComponentMeshUniforms {
    const { props } = this;
    const pixels = props.mesh.breadth / scale;
    const width = this.context.gl.drawingBufferWidth;
    const ratio = width / viewport.width;
    return {
      matrix: planeMatrix(viewport.viewProjectionMatrix, props.origin),
      missingColor: unit(props.missingColor),
      selectColor: unit(props.selectColor),
      limits: props.colouring?.limits ?? [0, 0, 0, 0],
      domain: props.colouring?.domain ?? [0, 1],
      clip: [props.swipe[0] * width, props.swipe[1] * width],
      classed: props.colouring?.by === "class" ? 1 : 0,
      bySeverity: props.colouring?.by === "severity" ? 1 : 0,
      byteValues: props.values instanceof Uint8Array ? 1 : 0,
      valueCount: props.colouring && props.values ? props.values.length : 0,
      masked: props.mask && props.mask.bytes.length >= props.mesh.count ? 1 : 0,
      filteredAlpha: props.filteredAlpha,
      opacity: props.opacity,
      // Below these sizes a hatch is noise and a rim would cover the component.
      pattern: props.pattern ? ramped(pixels, 9, 14) : 0,
      edge: ramped(pixels, PLAIN_PIXELS, 12),
      outline: 2.5 * ratio,
    };
  }
}

/** [first, count] of indices. */
type IndexRange = readonly [first: number, count: number];

function quadIndices([from, to]: RowRange): IndexRange {
  return [from * 6, (to - from) * 6];
}

function polygonIndices(firstIndex: Uint32Array, [from, to]: RowRange): IndexRange {
  const first = firstIndex[from / CULL_ROWS]!;
  return [first, firstIndex[Math.ceil(to / CULL_ROWS)]! - first];
}

function unit(color: Rgba): number[] {
  return color.map((part) => part / 255);
}

/** 0 up to `from`, 1 from `to`, linear between. */
function ramped(value: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (value - from) / (to - from)));
}
