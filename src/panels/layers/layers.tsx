// The layers of the map by group, top first: visibility, opacity, order.
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { baseMapStylesAtom, isSatelliteAtom } from "../../state/map/base-map.ts";
import { fileOverlayLayerId } from "../../state/map/file-overlay.ts";
import {
  groupedLayersAtom,
  moveLayer,
  shownLayersAtom,
  type LayerEntry,
  type LayerGroup,
} from "../../state/map/layer.ts";
import { droneTrackLayerId } from "../../state/map/drone-track.ts";
import { orthomosaicLayerId, readyOrthomosaicAtoms } from "../../state/map/orthomosaic.ts";
import { t } from "../../state/shell/locale.ts";
import { EmptyState } from "../../ui/feedback.tsx";
import { Switch } from "../../ui/form/toggle.tsx";
import { useDragged } from "./dragged.ts";
import { DroneRows } from "./drone-rows.tsx";
import { LayerRow } from "./layer-row.tsx";
import { OrthomosaicRows } from "./orthomosaic-rows.tsx";
import { OverlayRow } from "./overlay-row.tsx";
import css from "./layers.module.css";

export function LayerList() {
  const groups = useAtomValue(groupedLayersAtom);
  const rgb = useAtomValue(readyOrthomosaicAtoms.rgb.this);
  const thermal = useAtomValue(readyOrthomosaicAtoms.thermal.this);
  /** These list parts that can be chosen, or say what is missing, before there is anything to draw. */
  const hasParts = ({ id }: LayerEntry) =>
    id === fileOverlayLayerId ||
    id === droneTrackLayerId ||
    (id === orthomosaicLayerId.rgb && rgb.length > 0) ||
    (id === orthomosaicLayerId.thermal && thermal.length > 0);
  if (groups.length === 0) return <EmptyState title={t("layer:none")} />;
  return (
    <>
      <Satellite />
      <ul className={css.list} aria-label={t("layer:title")}>
        {groups.map(({ group, layers, empty }) => (
          <li key={group}>
            <h3 className={css.group}>{t(`layer:group.${group}`)}</h3>
            <Rows
              label={t(`layer:group.${group}`)}
              layers={layers.filter((layer) => !empty.has(layer.id) || hasParts(layer))}
            />
            <Empty
              group={group}
              layers={layers.filter((layer) => empty.has(layer.id) && !hasParts(layer))}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

type RowsProps = { label: string; layers: readonly LayerEntry[] };

/** The order in which layers are painted goes across the groups; a layer moves past the next one of its own. */
function Rows({ label, layers }: RowsProps) {
  const all = useAtomValue(shownLayersAtom).filter(({ fixed }) => !fixed);
  const move = useSetAtom(moveLayer);
  const placeOf = (id: string) => all.findIndex((one) => one.id === id);
  const dragOf = useDragged<string>((dragged, over) => move(dragged, placeOf(over)));
  const movable = layers.filter(({ fixed }) => !fixed);
  return (
    <ul className={css.rows} aria-label={label}>
      {layers.map((layer) => {
        const at = movable.indexOf(layer);
        return (
          <LayerRow
            key={layer.id}
            layer={layer}
            above={movable[at - 1]?.id ?? null}
            below={at < 0 ? null : (movable[at + 1]?.id ?? null)}
            move={(to) => move(layer.id, placeOf(to))}
            drag={dragOf(layer.id, !layer.fixed)}
          >
            {layer.visible ? <Parts id={layer.id} title={t(layer.name)} /> : null}
          </LayerRow>
        );
      })}
    </ul>
  );
}

/** Layers that are shown and have nothing to draw: below the others, folded. */
function Empty({ group, layers }: { group: LayerGroup; layers: readonly LayerEntry[] }) {
  if (layers.length === 0) return null;
  return (
    <details className={css.empty}>
      <summary>{t("layer:empty", { count: layers.length })}</summary>
      <Rows label={t(`layer:empty_of.${group}`)} layers={layers} />
    </details>
  );
}

/** What a layer consists of, where that has settings of its own. */
function Parts({ id, title }: { id: string; title: string }) {
  if (id === orthomosaicLayerId.rgb) return <OrthomosaicRows kind="rgb" title={title} />;
  if (id === orthomosaicLayerId.thermal) return <OrthomosaicRows kind="thermal" title={title} />;
  if (id === fileOverlayLayerId) return <OverlayRow />;
  if (id === droneTrackLayerId) return <DroneRows title={title} />;
  return null;
}

/** The switch to satellite images, if the server has a style with them. */
function Satellite() {
  const styles = useAtomValue(baseMapStylesAtom);
  const [isSatellite, setSatellite] = useAtom(isSatelliteAtom);
  if (!styles?.satellite) return null;
  return (
    <div className={css.satellite}>
      <Switch isSelected={isSatellite} onChange={setSatellite}>
        {t("layer:satellite")}
      </Switch>
    </div>
  );
}
