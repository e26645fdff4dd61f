// Draws only a part of the map's width of a layer, for swiping. A class because deck.gl's extensions are classes.
import { LayerExtension, type Layer } from "@deck.gl/core";

/** The part of the map's width, 0 to 1, in which a layer with this extension is drawn. */
export type SwipeClipProps = { readonly swipe?: readonly [from: number, to: number] };

const block = `\
layout(std140) uniform swipeClipUniforms {
  vec2 span;
} swipeClip;
`;

const swipeClip = {
  name: "swipeClip",
  fs: block,
  uniformTypes: { span: "vec2<f32>" },
} as const;

export class SwipeClip extends LayerExtension {
  static override extensionName = "SwipeClip";
  static override defaultProps = {
    swipe: { type: "array", value: [0, 1], compare: true },
  } as never;

  override getShaders() {
    return {
      modules: [swipeClip],
      inject: {
        "fs:#main-start": `
  if (gl_FragCoord.x < swipeClip.span.x || gl_FragCoord.x >= swipeClip.span.y) discard;
`,
      },
    };
  }

  override draw(this: Layer<SwipeClipProps>): void {
    const width = this.context.gl.drawingBufferWidth;
    const [from, to] = this.props.swipe ?? [0, 1];
    this.setShaderModuleProps({ swipeClip: { span: [from * width, to * width] } });
  }
}
