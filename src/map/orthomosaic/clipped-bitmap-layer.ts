// A picture on the map of which only a part of the map's width is drawn, for swiping. A class because deck.gl's layers are classes.
import { BitmapLayer, type BitmapLayerProps } from "@deck.gl/layers";
import type { Model } from "@luma.gl/engine";

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

type ClippedBitmapLayerProps = BitmapLayerProps & {
  /** Part of the map's width, 0 to 1, in which it is drawn. */
  swipe: readonly [number, number];
};

export class ClippedBitmapLayer extends BitmapLayer<ClippedBitmapLayerProps> {
  static override layerName = "ClippedBitmapLayer";
  static override defaultProps = {
    swipe: { type: "array", value: [0, 1], compare: true },
  } as never;

  override getShaders() {
    const shaders = super.getShaders();
    return {
      ...shaders,
      modules: [...shaders.modules, swipeClip],
      inject: {
        "fs:#main-start": `
  if (gl_FragCoord.x < swipeClip.span.x || gl_FragCoord.x >= swipeClip.span.y) discard;
`,
      },
    };
  }

  override draw(options: Parameters<BitmapLayer["draw"]>[0]): void {
    const { model } = this.state as { model?: Model };
    const width = this.context.gl.drawingBufferWidth;
    const [from, to] = this.props.swipe;
    model?.shaderInputs.setProps({ swipeClip: { span: [from * width, to * width] } });
    super.draw(options);
  }
}
