// The map of a plant: connects the canvas with the state. Layers and tools are passed in.
import { useCallback } from "react";
import { useAtomValue, useSetAtom, useStore } from "jotai";
import { layerBoundsAtom, shownLayersAtom } from "../state/map/layer.ts";
import { t } from "../state/shell/locale.ts";
import { redrawnAtom } from "../state/plant/map-notice.ts";
import { openPlaceAtom } from "../state/plant/component/component.ts";
import { plantIdAtom, twinAtom } from "../state/plant/plant.ts";
import { valueOf } from "../state/shell/loaded.ts";
import { cameraAtom, flyRequestAtom, followingAtom, viewAreaAtom } from "../state/map/view.ts";
import { photographerAtom } from "../state/map/picture.ts";
import { photographerOf } from "./canvas/map-picture.ts";
import { graphics } from "./canvas/graphics.ts";
import { baseOpacity, watchLayers } from "./layer-host.ts";
import type { MapLayer } from "./layer.ts";
import { flownAtom, useMapState } from "./map-state.ts";
import { viewAreaOf } from "./canvas/map-camera.ts";
import { MapCanvas, type MapCanvasProps } from "./canvas/map-canvas.tsx";
import css from "./canvas/map-canvas.module.css";
import { CompareNames } from "./canvas/compare-names.tsx";
import { HoverTip } from "./canvas/hover-tip.tsx";
import { pointTo } from "../state/map/orthomosaic.ts";
import { SwipeLine } from "./canvas/swipe-line.tsx";
import { plantDrawn } from "./component/first-picture.ts";
import type { MapTool } from "./tool.ts";
import { toolCanvas } from "./tool-canvas.ts";
import { SideMaps } from "./side-maps.tsx";
import { useRecovery } from "./recovery.ts";
import { sceneAtom, schemeAtom } from "./scene.ts";
import { useStyleUrl } from "./canvas/use-style-url.ts";

export type PlantMapProps = {
  readonly layers: readonly MapLayer[];
  readonly tools: readonly MapTool[];
};

/** How long the note about a recovered map is shown. */
const NOTE_MS = 6000;
/** After this many lost contexts the map gives up. */
const MOST_RECOVERIES = 5;

export function PlantMap({ layers, tools }: PlantMapProps) {
  const { styleUrl, onStyleFault } = useStyleUrl();
  const { generation, isGivenUp, lose } = useRecovery(MOST_RECOVERIES);
  const setNoted = useSetAtom(redrawnAtom);
  const lost = useCallback(() => {
    lose();
    setNoted(true);
    setTimeout(() => setNoted(false), NOTE_MS);
  }, [setNoted, lose]);
  if (graphics() === "none") return <Message part="webgl_missing" />;
  if (isGivenUp) return <Message part="context_failed" />;
  return (
    <>
      <SideMaps
        // After a lost context a new canvas is drawn from the arrays in memory.
        key={`${generation} ${styleUrl ?? ""}`}
        {...{ layers, tools, styleUrl }}
        onLost={lost}
      >
        {(link) => (
          <MountedMap {...{ layers, tools, styleUrl, onStyleFault, link }} onLost={lost} />
        )}
      </SideMaps>
      <HoverTip />
      <SwipeLine />
      <CompareNames />
    </>
  );
}

type MountedMapProps = Pick<PlantMapProps, "layers" | "tools"> &
  Pick<MapCanvasProps, "styleUrl" | "onStyleFault" | "onLost" | "link">;

function MountedMap({ layers, tools, styleUrl, onStyleFault, onLost, link }: MountedMapProps) {
  const store = useStore();
  const shown = useAtomValue(shownLayersAtom);
  const tool = useMapState({ layers, tools });

  const watch = useCallback<MapCanvasProps["watchLayers"]>(
    (draw) =>
      watchLayers({
        store,
        all: layers,
        scene: sceneAtom,
        shown: shownLayersAtom,
        draw,
        place: (bounds) => store.set(layerBoundsAtom, bounds),
      }),
    [store, layers],
  );
  const origin = valueOf(useAtomValue(twinAtom))?.origin;
  const plantId = useAtomValue(plantIdAtom);
  const onView = useCallback<MapCanvasProps["onView"]>(
    (camera, map) => {
      store.set(cameraAtom, camera);
      store.set(photographerAtom, photographerOf(map));
      // Without a plant there is no box; another plant on the same canvas has its own.
      store.set(viewAreaAtom, origin && plantId !== null ? viewAreaOf(map, origin) : null);
    },
    [store, origin, plantId],
  );
  const flight = useAtomValue(flyRequestAtom);
  const flown = useAtomValue(flownAtom);
  return (
    <MapCanvas
      label={t("map:label")}
      scheme={useAtomValue(schemeAtom)}
      styleUrl={styleUrl}
      baseOpacity={baseOpacity(layers, shown)}
      landAfter={() => plantDrawn(store)}
      gridOrigin={origin}
      watchLayers={watch}
      tool={tool}
      toolCanvas={(map) => toolCanvas(store, map)}
      start={useAtomValue(cameraAtom)}
      flight={flight && flight.id !== flown ? flight : null}
      onFlown={useSetAtom(flownAtom)}
      selectedPlace={() => store.get(openPlaceAtom)}
      onPointer={(place) => store.set(pointTo, place)}
      onPan={() => store.set(followingAtom, false)}
      onView={onView}
      onStyleFault={onStyleFault}
      onLost={onLost}
      link={link}
    />
  );
}

function Message({ part }: { part: "webgl_missing" | "context_failed" }) {
  return (
    <div className={css.message} role="alert">
      <h2>{t(`map:${part}.title`)}</h2>
      <p>{t(`map:${part}.text`)}</p>
    </div>
  );
}
