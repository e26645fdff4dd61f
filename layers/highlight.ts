// The outline of the component under the pointer, and of the open one.
import { PathLayer } from "@deck.gl/layers";
import { atom } from "jotai";
import { mapInks, signalInks } from "../src/domain/colour/palette.ts";
import type { Rgba } from "../src/domain/colour/colour.ts";
import { planeAt } from "../src/domain/geometry/plane.ts";
import { levelOf, levelsAtom } from "../src/map/component/level.ts";
import { outlineOf } from "../src/map/component/outline.ts";
import { metresPerPixel } from "../src/map/component/projection.ts";
import { defineLayer } from "../src/map/layer.ts";
import { sceneAtom } from "../src/map/scene.ts";
import { crosshairTargetAtom } from "../src/state/field/choose.ts";
import { cameraAtom } from "../src/state/map/view.ts";
import { openRowAtom } from "../src/state/plant/component/component.ts";
import { hoveredAtom, type ComponentRow } from "../src/state/plant/component/selection.ts";

/** Between a component and its outline, so that a thin bar keeps its colour. */
const GAP_PIXELS = 2.5;
const LINE_PIXELS = 2;
/** The line with its rim, which keeps it visible on any colour. */
const RIM_PIXELS = 5;

type Outline = { readonly path: [number, number][]; readonly isOpen: boolean };
type Stroke = Outline & { readonly ink: Rgba; readonly width: number };

const highlightAtom = atom((get): readonly Outline[] | null => {
  const origin = get(sceneAtom)?.origin;
  const zoom = get(cameraAtom)?.zoom;
  const hovered = get(crosshairTargetAtom) ?? get(hoveredAtom);
  const opened = get(openRowAtom);
  if (!origin || zoom === undefined || (!hovered && !opened)) return null;
  const plane = planeAt(origin);
  const outlined = (at: ComponentRow | null, isOpen: boolean): Outline[] => {
    const level = at && levelOf(get(levelsAtom), at.component_type);
    if (!at || !level) return [];
    const ring = outlineOf(level, at.row, GAP_PIXELS * metresPerPixel(zoom, origin));
    return [{ path: ring.map(([x, y]) => plane.toLonLat(x, y)), isOpen }];
  };
  return [...outlined(opened, true), ...outlined(hovered, false)];
});

export const highlight = defineLayer({
  id: "highlight",
  name: "layer:highlight",
  group: "results",
  visible: true,
  opacity: 1,
  inSpace: true,
  data: highlightAtom,
  build(outlines, { scheme }, opacity) {
    const { ring, halo } = mapInks[scheme];
    const strokes = outlines.flatMap((outline): Stroke[] => [
      { ...outline, ink: halo, width: RIM_PIXELS },
      { ...outline, ink: outline.isOpen ? signalInks.open : ring, width: LINE_PIXELS },
    ]);
    return [
      new PathLayer<Stroke>({
        id: "highlight",
        data: strokes,
        opacity,
        getPath: ({ path }) => path,
        getColor: ({ ink }) => [...ink],
        getWidth: ({ width }) => width,
        widthUnits: "pixels",
        jointRounded: true,
        capRounded: true,
      }),
    ];
  },
  bounds: () => null,
});
