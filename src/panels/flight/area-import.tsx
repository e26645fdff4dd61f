// The areas of a file before they are added: each with its kind, which can be changed.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import {
  areaKinds,
  metresFrom,
  type AreaKind,
  type OpenedArea,
} from "../../domain/flight/format/feature-area.ts";
import { OBSTACLE_METRES } from "../../domain/flight/ground/obstacle.ts";
import { polygonHectares } from "../../domain/flight/area/flight-area.ts";
import { obstaclesRefusal } from "../../domain/flight/area/obstacle-limit.ts";
import { addOpenedAreas, type OpenedFile } from "../../state/map/flight-area-file.ts";
import { areasAtom } from "../../state/map/flight-area.ts";
import { plantAtom } from "../../state/plant/plant.ts";
import { problemWords } from "../../state/shell/fault.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { showDone } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Alert, Badge } from "../../ui/feedback.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { ProblemList } from "../file-preview/problem-list.tsx";
import { NumberField } from "../number-field/number-field.tsx";
import { TypedDialog } from "../typed-dialog.tsx";
import css from "./area-import.module.css";

/** From the plant, beyond which an area is doubted: the largest plants are smaller. */
const FAR_KM = 20;

type Chosen = AreaKind | "none" | null;
type AreaImportProps = { opened: OpenedFile; onClose: () => void };

export function AreaImport({ opened, onClose }: AreaImportProps) {
  const { items, drawn, skipped, file_name, refused, refused_count, notes } = opened;
  const add = useSetAtom(addOpenedAreas);
  const [kinds, setKinds] = useState<readonly Chosen[]>(() =>
    items.map((item, at) => (drawn[at] ? "none" : item.kind)),
  );
  const [heights, setHeights] = useState<readonly (number | null)[]>(() =>
    items.map(({ obstacle }) => obstacle.height_m),
  );
  const plant = valueOf(useAtomValue(plantAtom));
  const kmFrom = (item: OpenedArea) =>
    plant ? metresFrom(item, [plant.lon, plant.lat]) / 1000 : 0;
  const isFar = (item: OpenedArea) => kmFrom(item) > FAR_KM;
  const open = kinds.filter((kind) => kind === null).length;
  const taken = items.flatMap((item, at): OpenedArea[] => {
    const kind = kinds[at];
    const obstacle = { ...item.obstacle, height_m: heights[at] ?? null };
    return kind && kind !== "none" ? [{ ...item, kind, obstacle }] : [];
  });
  const low = taken.filter(
    ({ kind, obstacle }) => kind === "obstacle" && obstacle.height_m === null,
  );
  const standing = taken.flatMap(({ kind, obstacle }) => (kind === "obstacle" ? [obstacle] : []));
  const many = obstaclesRefusal([...(useAtomValue(areasAtom).obstacles ?? []), ...standing]);
  const reason = many
    ? problemWords(many)
    : open > 0
      ? t("flight:file.kind_missing", { count: open })
      : low.length > 0
        ? t("flight:file.height_missing", { count: low.length })
        : null;
  const confirm = () => {
    add(taken);
    const left = items.length - taken.length + skipped.length + refused_count;
    const words = [t("flight:file.opened", { count: taken.length })];
    if (left > 0) words.push(t("flight:file.left_out", { count: left }));
    showDone(words.join(" "));
    onClose();
  };
  return (
    <TypedDialog
      title={t("flight:file.title", { file: file_name })}
      typed={[kinds, heights]}
      onClose={onClose}
      closeLabel={t("shell:close")}
      size="lg"
      actions={
        <>
          <Button onPress={onClose}>{t("shell:cancel")}</Button>
          <Button kind="primary" reason={reason} isDisabled={taken.length === 0} onPress={confirm}>
            {t("flight:file.add", { count: taken.length })}
          </Button>
        </>
      }
    >
      <p className={css.lead}>{t("flight:file.lead")}</p>
      <ul className={css.list}>
        {items.map((item, at) => {
          const name = item.name || t("flight:file.unnamed", { number: item.id });
          return (
            <li key={item.id} className={css.item}>
              <span className={css.words}>
                <strong>{name}</strong>
                <small>{aboutOf(item)}</small>
              </span>
              {isFar(item) ? (
                <Badge tone="watch">
                  {t("flight:file.far", { km: formatNumber(kmFrom(item), 0) })}
                </Badge>
              ) : null}
              {drawn[at] ? <Badge tone="info">{t("flight:file.drawn")}</Badge> : null}
              {item.isLine ? <Badge>{t("flight:file.line")}</Badge> : null}
              <Select
                label={t("flight:file.kind", { name })}
                labelHidden
                size="sm"
                value={kinds[at] ?? null}
                placeholder={t("flight:file.choose_kind")}
                options={optionsOf(item)}
                onChange={(kind) => setKinds(kinds.with(at, kind))}
              />
              {kinds[at] === "obstacle" ? (
                <NumberField
                  label={t("flight:obstacle.height_of", { name })}
                  unit="m"
                  minValue={OBSTACLE_METRES.least}
                  maxValue={OBSTACLE_METRES.most}
                  value={heights[at] ?? NaN}
                  onChange={(metres) =>
                    setHeights(heights.with(at, Number.isNaN(metres) ? null : metres))
                  }
                />
              ) : null}
            </li>
          );
        })}
      </ul>
      {many ? <Alert tone="watch">{problemWords(many)}</Alert> : null}
      {items.some(isFar) ? <Alert tone="watch">{t("flight:file.far_hint")}</Alert> : null}
      {skipped.length > 0 ? (
        <Alert tone="info">{t("flight:file.skipped", { count: skipped.length })}</Alert>
      ) : null}
      {notes.map((note) => (
        <Alert key={note.reason} tone="info">
          {problemWords(note)}
        </Alert>
      ))}
      <ProblemList title={t("file-preview:left_out")} problems={refused} />
    </TypedDialog>
  );
}

function optionsOf({ polygon, take_off }: OpenedArea): { id: AreaKind | "none"; label: string }[] {
  const fits: Record<AreaKind, boolean> = {
    flight: polygon !== null,
    no_fly: polygon !== null,
    take_off: take_off !== null,
    obstacle: true,
  };
  const kinds = areaKinds.filter((kind) => fits[kind]);
  return [
    ...kinds.map((id) => ({ id, label: t(`flight:file.kinds.${id}`) })),
    { id: "none", label: t("flight:file.leave_out") },
  ];
}

function aboutOf({ polygon, obstacle }: OpenedArea): string {
  const [place] = obstacle.places;
  if (!polygon && obstacle.form === "line")
    return t("flight:file.corners", { count: obstacle.places.length });
  if (!polygon)
    return (place ?? [])
      .toReversed()
      .map((value) => formatNumber(value, 6))
      .join(", ");
  return t("flight:size", {
    hectares: formatNumber(polygonHectares(polygon), 2),
    corners: polygon.reduce((sum, ring) => sum + ring.length - 1, 0),
  });
}
