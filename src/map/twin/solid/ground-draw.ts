// Draws the ground and the sky of the 3D view.
import { Cartesian3, Cartesian4, Matrix4, PrimitiveType } from "cesium";
import { DrawCommand, Pass, RenderState, type Context } from "../cesium-private.ts";
import { GROUND_HALF, groundOf } from "./ground.ts";
import { skyOf, type Sky } from "./sky.ts";
import type { Ink, SolidScene } from "./solid-scene.ts";
import { volumeOf } from "./solid-volume.ts";

/** Light from the north-west, as on maps, while the sun is down. */
const MAP_LIGHT = [-0.5, 0.5, 0.7] as const;

const vector = (ink: Ink) => new Cartesian4(...ink);

/**
 * @param owner of the commands
 * @param frame east, north, up at the plant's origin to Cesium's fixed frame
 */
export function groundDrawing(owner: object, frame: Matrix4) {
  let ground: (ReturnType<typeof groundOf> & { readonly command: DrawCommand }) | null = null;
  let sky: Sky | null = null;
  let shown: SolidScene | null = null;
  const inkOf = (name: keyof SolidScene["inks"]) => () => vector(shown!.inks[name]);
  const uniforms = {
    u_ground: inkOf("ground"),
    u_horizon: inkOf("horizon"),
    u_zenith: inkOf("zenith"),
    u_eye: () => new Cartesian3(...shown!.placed.eye),
    u_base: () => shown!.placed.base,
    u_relief: () => (shown!.ground ? 1 : 0),
    u_light: () => {
      const { sun } = shown!;
      return new Cartesian3(...(sun[2] > 0 ? sun : MAP_LIGHT));
    },
  };
  const dropGround = () => {
    ground?.program.destroy();
    ground?.vertexArray.destroy();
    ground = null;
  };
  const groundNow = (context: Context, scene: SolidScene) => {
    if (ground?.surface === scene.ground) return ground;
    dropGround();
    const made = groundOf(context, scene.ground);
    const { lowest = 0, highest = 0 } = scene.ground ?? {};
    const box = [-GROUND_HALF, -GROUND_HALF, lowest - 1, GROUND_HALF, GROUND_HALF, highest];
    const command = new DrawCommand({
      owner,
      primitiveType: PrimitiveType.TRIANGLES,
      vertexArray: made.vertexArray,
      count: made.count,
      shaderProgram: made.program,
      renderState: RenderState.fromCache({ depthTest: { enabled: true } }),
      uniformMap: uniforms,
      pass: Pass.OPAQUE,
      modelMatrix: frame,
      boundingVolume: volumeOf(box, frame, () => shown?.placed ?? null),
    });
    ground = { ...made, command };
    return ground;
  };
  return {
    /** In the order in which they are drawn: what stands on the ground hides it, and all hides the sky. */
    commands(context: Context, scene: SolidScene): DrawCommand[] {
      shown = scene;
      const { command } = groundNow(context, scene);
      command.receiveShadows = scene.shadows;
      sky ??= skyOf(context, owner, frame, uniforms);
      const above = sky.command(scene.placed, scene.aspect);
      return above ? [command, above] : [command];
    },
    destroy(): void {
      dropGround();
      sky?.destroy();
    },
  };
}
