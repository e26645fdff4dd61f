// Smooth edges in 3D: a frame is drawn with several samples per pixel and put onto the canvas afterwards. The canvas
// itself has one sample, so a frame can do without (see motion-cost.ts).

const MOST_SAMPLES = 4;
/** Pixels from which on half of the samples have to do: with four, a screen of 4K would take 270 MB. */
const LARGE = 4_500_000;

type Buffers = {
  readonly width: number;
  readonly height: number;
  /** With several samples, then one for each pixel. */
  readonly drawn: WebGLFramebuffer;
  readonly pixels: WebGLFramebuffer;
  destroy(): void;
};

export type SmoothPicture = {
  /** What is drawn from now on for the canvas goes into the buffer. False where there is no memory for one. */
  begin(): boolean;
  /** Puts it onto the canvas; nothing where nothing was begun. */
  end(): void;
};

/**
 * Takes over the function that binds the canvas, so that its renderer needs not know of it.
 * @param gl in which a renderer draws onto the canvas of its own
 */
export function smoothPicture(gl: WebGL2RenderingContext): SmoothPicture {
  let buffers: Buffers | null = null;
  let isOn = false;
  /** Pixels from which on there is no memory: a picture for paper is larger than the screen. */
  let tooMany = Infinity;
  const bind = gl.bindFramebuffer.bind(gl);
  const choose = gl.drawBuffers.bind(gl);
  gl.bindFramebuffer = (target, buffer) => bind(target, buffer ?? (isOn ? buffers!.drawn : null));
  // A canvas has a back, and a buffer has numbered attachments.
  gl.drawBuffers = (names) => {
    const list = [...names];
    choose(isOn && list[0] === gl.BACK ? [gl.COLOR_ATTACHMENT0] : list);
  };
  const sized = (): Buffers | null => {
    const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
    if (buffers?.width === width && buffers.height === height) return buffers;
    buffers?.destroy();
    buffers = makeBuffers(gl, width, height);
    return buffers;
  };
  return {
    begin() {
      const pixels = gl.drawingBufferWidth * gl.drawingBufferHeight;
      if (pixels >= tooMany) return false;
      if (!sized()) {
        tooMany = pixels;
        bind(gl.FRAMEBUFFER, null);
        return false;
      }
      isOn = true;
      // The renderer believes that the canvas is bound.
      bind(gl.FRAMEBUFFER, buffers!.drawn);
      choose([gl.COLOR_ATTACHMENT0]);
      return true;
    },
    end() {
      if (!isOn) return;
      isOn = false;
      const { drawn, pixels, width, height } = buffers!;
      const isCut = gl.isEnabled(gl.SCISSOR_TEST);
      if (isCut) gl.disable(gl.SCISSOR_TEST);
      const copy = (from: WebGLFramebuffer, to: WebGLFramebuffer | null) => {
        bind(gl.READ_FRAMEBUFFER, from);
        bind(gl.DRAW_FRAMEBUFFER, to);
        gl.blitFramebuffer(
          0,
          0,
          width,
          height,
          0,
          0,
          width,
          height,
          gl.COLOR_BUFFER_BIT,
          gl.NEAREST,
        );
      };
      copy(drawn, pixels);
      copy(pixels, null);
      if (isCut) gl.enable(gl.SCISSOR_TEST);
      bind(gl.FRAMEBUFFER, null);
      choose([gl.BACK]);
    },
  };
}

/** Null where the card has no memory for them. */
function makeBuffers(gl: WebGL2RenderingContext, width: number, height: number): Buffers | null {
  const can = Number(gl.getParameter(gl.MAX_SAMPLES));
  const samples = Math.min(can, width * height > LARGE ? MOST_SAMPLES / 2 : MOST_SAMPLES);
  const stores: WebGLRenderbuffer[] = [];
  const store = (of: number, format: number, attachment: number) => {
    const made = gl.createRenderbuffer();
    stores.push(made);
    gl.bindRenderbuffer(gl.RENDERBUFFER, made);
    gl.renderbufferStorageMultisample(gl.RENDERBUFFER, of, format, width, height);
    gl.framebufferRenderbuffer(gl.FRAMEBUFFER, attachment, gl.RENDERBUFFER, made);
  };
  const isWhole = () => gl.checkFramebufferStatus(gl.FRAMEBUFFER) === gl.FRAMEBUFFER_COMPLETE;
  const begin = () => {
    const made = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, made);
    return made;
  };
  const drawn = begin();
  store(samples, gl.RGBA8, gl.COLOR_ATTACHMENT0);
  store(samples, gl.DEPTH24_STENCIL8, gl.DEPTH_STENCIL_ATTACHMENT);
  let isMade = isWhole();
  const pixels = begin();
  store(0, gl.RGBA8, gl.COLOR_ATTACHMENT0);
  isMade &&= isWhole();
  gl.bindRenderbuffer(gl.RENDERBUFFER, null);
  const destroy = () => {
    for (const one of stores) gl.deleteRenderbuffer(one);
    gl.deleteFramebuffer(drawn);
    gl.deleteFramebuffer(pixels);
  };
  if (isMade) return { width, height, drawn, pixels, destroy };
  destroy();
  return null;
}
