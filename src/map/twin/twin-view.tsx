// The plant in 3D: its components as they stand, with the colours, the selection and the tools of the map.
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useAtomValue, useSetAtom, useStore } from "jotai";
import type { LonLat } from "../../domain/geometry/plane.ts";
import { layerBoundsAtom, shownLayersAtom } from "../../state/map/layer.ts";
import { showSpace, walkingAtom } from "../../state/map/space.ts";
import { redrawnAtom } from "../../state/plant/map-notice.ts";
import { twinAtom } from "../../state/plant/plant.ts";
import { t } from "../../state/shell/locale.ts";
import { isTouchAtom } from "../../state/shell/touch.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { Button } from "../../ui/button.tsx";
import { graphics } from "../canvas/graphics.ts";
import { DraftShape } from "../canvas/draft-shape.tsx";
import { HoverTip } from "../canvas/hover-tip.tsx";
import canvasCss from "../canvas/map-canvas.module.css";
import { KindSwipeLine } from "../canvas/swipe-line.tsx";
import { watchLayers } from "../layer-host.ts";
import { useMapState, type MapParts } from "../map-state.ts";
import { useRecovery } from "../recovery.ts";
import { sceneAtom } from "../scene.ts";
import type { Draft } from "../tool.ts";
import { Joystick } from "./joystick.tsx";
import { PlantModels, type ModelScene } from "./plant-models.tsx";
import { runTwin } from "./run-twin.ts";
import type { Ending } from "./twin-scene.ts";
import css from "./twin-view.module.css";

/** After this many lost contexts the view gives up. */
const MOST_RECOVERIES = 3;
/** How long the note about a recovered view is shown. */
const NOTE_MS = 6000;

export function TwinView({ layers, tools }: MapParts) {
  const tool = useMapState({ layers, tools });
  const twin = useAtomValue(twinAtom);
  const { generation, isGivenUp, lose } = useRecovery(MOST_RECOVERIES);
  const setNoted = useSetAtom(redrawnAtom);
  const origin = valueOf(twin)?.origin;
  useLayerBounds(layers);
  if (graphics() === "none") return <Message part="webgl_missing" />;
  if (isGivenUp) return <Message part="failed" />;
  if (twin.state === "failed") return <Message part="no_twin" />;
  if (!origin) return null;
  const lost = (why: Ending) => {
    lose();
    // An error is reported; the note speaks of the graphics card.
    if (why === "failed") return;
    setNoted(true);
    setTimeout(() => setNoted(false), NOTE_MS);
  };
  return <Canvas key={generation} origin={origin} tool={tool} onLost={lost} />;
}

/** The list of layers says what can be zoomed to, and what has nothing to draw, in 3D too. */
function useLayerBounds(all: MapParts["layers"]): void {
  const store = useStore();
  useEffect(
    () =>
      watchLayers({
        store,
        all,
        scene: sceneAtom,
        shown: shownLayersAtom,
        isDrawn: false,
        draw() {},
        place: (bounds) => store.set(layerBoundsAtom, bounds),
      }),
    [store, all],
  );
}

type CanvasProps = {
  origin: LonLat;
  tool: ReturnType<typeof useMapState>;
  onLost: (why: Ending) => void;
};

function Canvas({ origin, tool, onLost }: CanvasProps) {
  const store = useStore();
  const isTouch = useAtomValue(isTouchAtom);
  const isWalking = useAtomValue(walkingAtom);
  const canvas = useRef<HTMLCanvasElement>(null);
  const toolNow = useEffectEvent(() => tool);
  const lost = useEffectEvent((why: Ending) => onLost(why));
  const [draft, setDraft] = useState<Draft | null>(null);
  const [opened, setOpened] = useState<ModelScene | null>(null);
  const label = useEffectEvent(() => canvas.current!);
  useEffect(
    () =>
      runTwin({
        store,
        canvas: label(),
        origin,
        tool: () => toolNow(),
        onOpen: setOpened,
        showDraft: setDraft,
        onLost: (why) => lost(why),
      }),
    [store, origin],
  );
  return (
    <div className={css.frame}>
      <canvas
        ref={canvas}
        className={css.canvas}
        data-map
        tabIndex={0}
        aria-label={t(labelOf(isTouch, isWalking))}
        style={{ cursor: tool?.cursor ?? "default" }}
      />
      {opened ? <PlantModels {...opened} /> : null}
      <DraftShape draft={draft} />
      <HoverTip />
      <KindSwipeLine />
      <Joystick origin={origin} />
    </div>
  );
}

function labelOf(isTouch: boolean, isWalking: boolean) {
  if (isTouch) return "space:label_touch";
  return isWalking ? "space:label_walk" : "space:label";
}

function Message({ part }: { part: "webgl_missing" | "failed" | "no_twin" }) {
  const show = useSetAtom(showSpace);
  return (
    <div className={canvasCss.message} role="alert">
      <h2>{t(`space:${part}.title`)}</h2>
      <p>{t(`space:${part}.text`)}</p>
      <Button kind="primary" onPress={() => show(null)}>
        {t("space:to_map")}
      </Button>
    </div>
  );
}
