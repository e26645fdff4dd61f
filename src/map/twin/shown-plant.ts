// What the 3D view shows of the plant, besides the camera.
import { atom } from "jotai";
import { mapInks } from "../../domain/colour/palette.ts";
import { towardsSun } from "../../domain/flight/time/sun.ts";
import { patternAtom } from "../../state/map/detail.ts";
import { groundAtom } from "../../state/map/ground.ts";
import { shownOpacityAtom } from "../../state/map/layer.ts";
import { dimensionsAtom, poseInputAtom, shadowsAtom, shownSunAtom } from "../../state/map/space.ts";
import { componentDataAtom } from "../component/component-data.ts";
import { componentsOpacityAtom } from "../component/drawn-opacity.ts";
import { sceneAtom } from "../scene.ts";
import { drawnLevels } from "./solid/drawn-level.ts";
import type { Ink, SolidScene } from "./solid/solid-scene.ts";

const inks = {
  light: {
    ground: [0.89, 0.87, 0.82, 1],
    horizon: [0.89, 0.92, 0.94, 1],
    zenith: [0.58, 0.74, 0.9, 1],
  },
  dark: {
    ground: [0.125, 0.145, 0.17, 1],
    horizon: [0.075, 0.1, 0.13, 1],
    zenith: [0.02, 0.03, 0.05, 1],
  },
} as const satisfies Record<string, Pick<SolidScene["inks"], "ground" | "horizon" | "zenith">>;

const unit = (rgba: readonly number[]): Ink => rgba.map((part) => part / 255) as unknown as Ink;

/** All that the picture depends on, besides the camera; null until the plant is loaded. */
export const pictureAtom = atom((get) => {
  const scene = get(sceneAtom);
  const data = get(componentDataAtom);
  const pose = get(poseInputAtom);
  if (!scene || !data || !pose) return null;
  const { missing, ring } = mapInks[scene.scheme];
  const opacityOf = get(shownOpacityAtom);
  const opacity = get(componentsOpacityAtom);
  const [red, green, blue] = unit(ring);
  return {
    levels: opacity > 0 ? drawnLevels(data, scene.minPixels) : [],
    opacity,
    pose,
    ground: get(groundAtom),
    dimensions: get(dimensionsAtom),
    sun: towardsSun(get(shownSunAtom)),
    pattern: get(patternAtom),
    shadows: get(shadowsAtom),
    inks: {
      ...inks[scene.scheme],
      missing: unit(missing),
      select: [red, green, blue, opacityOf("selection")] as const,
    },
  };
});
