// The map of the plant, and beside it that of the analysis with which it is compared.
import { useCallback, useState, type ReactNode } from "react";
import { useAtomValue, useStore } from "jotai";
import { compareAtom, comparedPairAtom, isOtherOlderAtom } from "../state/plant/compare/compare.ts";
import { coverMapBriefly, notifyCovers } from "../state/map/cover.ts";
import { shownLayersAtom } from "../state/map/layer.ts";
import { toolIdAtom } from "../state/map/tool.ts";
import { cameraAtom } from "../state/map/view.ts";
import { twinAtom } from "../state/plant/plant.ts";
import { valueOf } from "../state/shell/loaded.ts";
import { t } from "../state/shell/locale.ts";
import { surveyDay } from "../state/shell/site-clock.ts";
import { AnalysisName } from "./canvas/compare-names.tsx";
import { linkedMaps, type LinkedMaps } from "./canvas/linked-maps.ts";
import { MapCanvas, type MapCanvasProps } from "./canvas/map-canvas.tsx";
import { useSheetSpace } from "./canvas/sheet-space.ts";
import { baseOpacity, watchLayers } from "./layer-host.ts";
import { besideLayers, type MapLayer } from "./layer.ts";
import { sceneAtom, schemeAtom } from "./scene.ts";
import css from "./side-maps.module.css";
import type { MapTool } from "./tool.ts";
import { toolCanvas } from "./tool-canvas.ts";
import { toolInHand } from "./tool-host.ts";

export type SideMapsProps = Pick<MapCanvasProps, "styleUrl" | "onLost"> & {
  readonly layers: readonly MapLayer[];
  readonly tools: readonly MapTool[];
  /** The first map; it keeps its place in the tree, because a remount would draw everything again. */
  readonly children: (link: LinkedMaps) => ReactNode;
};

export function SideMaps({ layers, tools, styleUrl, onLost, children }: SideMapsProps) {
  const [link] = useState(() => linkedMaps(notifyCovers));
  const pair = useAtomValue(comparedPairAtom);
  const isOtherOlder = useAtomValue(isOtherOlderAtom);
  const isSide = useAtomValue(compareAtom)?.mode === "side" && pair !== null;
  // On a phone the two maps share what the sheet leaves free.
  const space = useSheetSpace();
  if (!isSide) {
    return (
      <div className={css.maps}>
        <Cell>{children(link)}</Cell>
      </div>
    );
  }
  const [older, newer] = pair;
  const [current, other] = isOtherOlder ? [newer, older] : [older, newer];
  return (
    <div className={css.maps} data-side="" style={space}>
      <Cell order={isOtherOlder ? 2 : 1} name={<AnalysisName analysis={current} />}>
        {children(link)}
      </Cell>
      <Cell order={isOtherOlder ? 1 : 2} name={<AnalysisName analysis={other} />}>
        <OtherMap
          label={t("map:other", { date: surveyDay(other) })}
          {...{ layers, tools, styleUrl, onLost, link }}
        />
      </Cell>
    </div>
  );
}

type CellProps = { order?: number; name?: ReactNode; children: ReactNode };

function Cell({ order, name, children }: CellProps) {
  return (
    <div className={css.cell} style={{ order }}>
      {children}
      {name ? (
        <div ref={coverMapBriefly} className={css.name}>
          {name}
        </div>
      ) : null}
    </div>
  );
}

type OtherMapProps = Omit<SideMapsProps, "children"> & {
  readonly label: string;
  readonly link: LinkedMaps;
};

function OtherMap({ layers, tools, label, styleUrl, onLost, link }: OtherMapProps) {
  const store = useStore();
  const watch = useCallback<MapCanvasProps["watchLayers"]>(
    (draw) => {
      const all = besideLayers(layers);
      return watchLayers({ store, all, scene: sceneAtom, shown: shownLayersAtom, draw });
    },
    [store, layers],
  );
  return (
    <MapCanvas
      label={label}
      scheme={useAtomValue(schemeAtom)}
      styleUrl={styleUrl}
      baseOpacity={baseOpacity(layers, useAtomValue(shownLayersAtom))}
      gridOrigin={valueOf(useAtomValue(twinAtom))?.origin}
      watchLayers={watch}
      tool={toolInHand(tools, useAtomValue(toolIdAtom))}
      toolCanvas={(map) => toolCanvas(store, map, "other")}
      start={useAtomValue(cameraAtom)}
      flight={null}
      onFlown={ignore}
      // The first map follows, and writes the view.
      onView={ignore}
      onLost={onLost}
      link={link}
    />
  );
}

function ignore(): void {}
