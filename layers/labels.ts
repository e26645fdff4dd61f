// Names of components without overlap: the largest first, where there is room.
import { TextLayer } from "@deck.gl/layers";
import { atom } from "jotai";
import { ancestorTypesOf, type ComponentType } from "../src/domain/component/component.ts";
import { mapInks } from "../src/domain/colour/palette.ts";
import { componentsOpacityAtom } from "../src/map/component/drawn-opacity.ts";
import { placeLabels, type PlacedLabel } from "../src/map/component/label-placement.ts";
import { levelsAtom, rowFlagsAtom } from "../src/map/component/level.ts";
import { labelStyle } from "../src/map/component/label-style.ts";
import { defineLayer } from "../src/map/layer.ts";
import { sceneAtom } from "../src/map/scene.ts";
import { cameraAtom, viewBoxAtom } from "../src/state/map/view.ts";
import { columnAtom, keyFigureAtom } from "../src/state/plant/column/key-figure.ts";

/**
 * Computed again after every move and change of filters or selection, but not for the pointer. What is not drawn has no
 * name.
 */
const placedAtom = atom((get) => {
  const origin = get(sceneAtom)?.origin;
  const camera = get(cameraAtom);
  const viewBox = get(viewBoxAtom);
  const levels = get(levelsAtom);
  if (get(componentsOpacityAtom) === 0) return null;
  if (!origin || !camera || !viewBox || !levels.some(({ names }) => names)) return null;
  const isDrawn = get(isLevelDrawnAtom);
  const drawn = levels.filter(({ type }) => isDrawn(type));
  return placeLabels({ origin, camera, viewBox, levels: drawn, flags: get(rowFlagsAtom).of });
});

/** With values, the level of the key figure is drawn, those above it and those beside it; without, all are. */
const isLevelDrawnAtom = atom((get) => {
  const figure = get(keyFigureAtom);
  if (!figure || get(columnAtom).state !== "ready") return () => true;
  const [parent, ...above] = ancestorTypesOf(figure.component_type);
  return (type: ComponentType): boolean =>
    type === figure.component_type ||
    type === parent ||
    above.includes(type) ||
    (parent !== undefined && ancestorTypesOf(type)[0] === parent);
});

export const labels = defineLayer({
  id: "labels",
  name: "layer:labels",
  group: "results",
  visible: true,
  opacity: 1,
  data: placedAtom,
  build(data, { scheme }, opacity) {
    if (data.length === 0) return [];
    return [
      new TextLayer<PlacedLabel>({
        id: "labels",
        data,
        opacity,
        getText: (label) => label.text,
        getPosition: (label) => label.position,
        ...labelStyle(scheme),
        getColor: [...mapInks[scheme].text],
        updateTriggers: { getColor: scheme },
      }),
    ];
  },
});
