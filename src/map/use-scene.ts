// The scene, read from the state.
import { useMemo } from "react";
import { useAtomValue } from "jotai";
import { componentTypesOf, componentTypes } from "../domain/component/component.ts";
import { columnValues, columnVersionAtom } from "../state/plant/column.ts";
import {
  compareAtom,
  compareColumnAtom,
  differenceAtom,
  differenceValues,
} from "../state/plant/compare.ts";
import { openRowAtom } from "../state/plant/component.ts";
import { aggregateAtom, patternAtom } from "../state/map/detail.ts";
import { drawingAtom } from "../state/map/drawing.ts";
import { imagePositionsAtom } from "../state/map/image-position.ts";
import { columnAtom, keyFigureAtom, limitsAtom } from "../state/plant/key-figure.ts";
import { legendModeAtom, rampDomainAtom } from "../state/plant/legend.ts";
import { valueOf, type Loaded } from "../state/shell/loaded.ts";
import { markVersionAtom, marksOf } from "../state/plant/mark.ts";
import { meshOf, meshVersionAtom } from "../state/map/mesh.ts";
import {
  geometryOf,
  geometryVersionAtom,
  namesOf,
  plantAtom,
  twinAtom,
} from "../state/plant/plant.ts";
import { hoveredAtom, selectionAtom } from "../state/plant/selection.ts";
import { isDarkAtom } from "../state/shell/theme.ts";
import { cameraAtom, viewBoxAtom } from "../state/map/view.ts";
import { colouringOf, differenceColouring } from "./component/colouring.ts";
import { leastPixelsHere } from "./canvas/graphics.ts";
import type { Scene, SceneColumn, SceneCompare, SceneLevel } from "./scene.ts";

/** The scene as it now is; null until the plant's twin is known. */
export function useScene(): Scene | null {
  const twin = valueOf(useAtomValue(twinAtom));
  const plant = valueOf(useAtomValue(plantAtom));
  const scheme = useAtomValue(isDarkAtom) ? "dark" : "light";
  const keyFigure = useAtomValue(keyFigureAtom) ?? null;
  const limits = useAtomValue(limitsAtom);
  const levels = useLevels();
  const column = useColumn(useAtomValue(columnAtom));
  const compare = useCompare();
  const aggregate = useAtomValue(aggregateAtom);
  const pattern = useAtomValue(patternAtom);
  const hovered = useAtomValue(hoveredAtom);
  const opened = useAtomValue(openRowAtom);
  const selection = useAtomValue(selectionAtom);
  const markVersion = useAtomValue(markVersionAtom);
  const images = useAtomValue(imagePositionsAtom);
  const drawing = useAtomValue(drawingAtom);
  const camera = useAtomValue(cameraAtom);
  const viewBox = useAtomValue(viewBoxAtom);
  const area = (plant?.area ?? null) as Scene["area"];
  return useMemo(
    () =>
      twin
        ? {
            scheme,
            origin: twin.origin,
            bounds: twin.bounds,
            area,
            levels,
            keyFigure,
            column,
            compare,
            aggregate,
            // A share needs one limit: that from which a component is poor.
            shareLimit: limits[1] ?? limits[0] ?? 0,
            limits,
            pattern,
            hovered,
            opened,
            selection,
            markVersion,
            images,
            drawing,
            camera,
            viewBox,
            leastPixels: leastPixelsHere(),
          }
        : null,
    [
      twin,
      scheme,
      area,
      levels,
      keyFigure,
      column,
      compare,
      aggregate,
      limits,
      pattern,
      hovered,
      opened,
      selection,
      markVersion,
      images,
      drawing,
      camera,
      viewBox,
    ],
  );
}

function useLevels(): SceneLevel[] {
  const twin = valueOf(useAtomValue(twinAtom));
  const geometryVersion = useAtomValue(geometryVersionAtom);
  const meshVersion = useAtomValue(meshVersionAtom);
  const markVersion = useAtomValue(markVersionAtom);
  return useMemo(() => {
    const [first] = twin?.levels ?? [];
    if (!first) return [];
    return componentTypesOf(componentTypes[first.component_type].technology).flatMap((type) => {
      const geometry = geometryOf(type);
      if (!geometry) return [];
      return [{ type, geometry, mesh: meshOf(type), names: namesOf(type), marks: marksOf(type) }];
    });
    // The versions stand for the arrays, which live outside the atoms.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [twin, geometryVersion, meshVersion, markVersion]);
}

/** A column with the colours of the legend. */
function useColumn(loaded: Loaded<{ hash: string }>): SceneColumn | null {
  const keyFigure = useAtomValue(keyFigureAtom);
  const version = useAtomValue(columnVersionAtom);
  const mode = useAtomValue(legendModeAtom);
  const domain = useAtomValue(rampDomainAtom);
  const limits = useAtomValue(limitsAtom);
  const scheme = useAtomValue(isDarkAtom) ? "dark" : "light";
  const hash = valueOf(loaded)?.hash;
  const colouring = useMemo(
    () => keyFigure && colouringOf(keyFigure, { scheme, mode, domain, limits }),
    [keyFigure, scheme, mode, domain, limits],
  );
  return useMemo(() => {
    const values = hash === undefined ? undefined : columnValues(hash);
    return keyFigure && values && colouring
      ? { type: keyFigure.component_type, values, colouring }
      : null;
    // oxlint-disable-next-line react/exhaustive-deps
  }, [hash, keyFigure, colouring, version]);
}

function useCompare(): SceneCompare | null {
  const compare = useAtomValue(compareAtom);
  const other = useColumn(useAtomValue(compareColumnAtom));
  const hash = valueOf(useAtomValue(differenceAtom))?.hash;
  const type = useAtomValue(keyFigureAtom)?.component_type;
  const scheme = useAtomValue(isDarkAtom) ? "dark" : "light";
  const difference = useMemo(() => {
    const values = hash === undefined ? undefined : differenceValues(hash);
    return values && type ? { type, values, colouring: differenceColouring(scheme) } : null;
  }, [hash, type, scheme]);
  return useMemo(() => compare && { ...compare, other, difference }, [compare, other, difference]);
}
