// Dropped photos that become an observation: what they say of time and place, and which component they are of.
import { useEffect, useMemo, useState } from "react";
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { Crosshair } from "lucide-react";
import type { PhotoPlace } from "../../domain/image/photo-time.ts";
import { offeredTypeAtom, takeComponent, twinTypesAtom } from "../../state/field/choose.ts";
import { distanceWords } from "../../state/field/distance-words.ts";
import { droppedFileAtom, type DroppedFile } from "../../state/import/dropped-file.ts";
import {
  nearPlace,
  readPhotos,
  type ReadPhoto,
  type ReadPhotos,
} from "../../state/import/photo-observation.ts";
import { openView, type Brought } from "../../state/observation/open.ts";
import { componentTypeName } from "../../state/plant/column/value-words.ts";
import { componentName, pathName } from "../../state/plant/component/component-words.ts";
import type { ComponentRow } from "../../state/plant/component/selection.ts";
import { plantAtom, plantClockAtom } from "../../state/plant/plant.ts";
import { problemWords } from "../../state/shell/fault.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { Alert, EmptyState, Skeleton } from "../../ui/feedback.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { Checkbox } from "../../ui/form/toggle.tsx";
import { FaultAlert } from "../fault-alert.tsx";
import { zonesOf } from "./zone-options.ts";
import css from "./import.module.css";

/** What was read of one drop: another one may have files of the same names. */
type Answer =
  | { readonly of: DroppedFile; readonly found: ReadPhotos }
  | { readonly of: DroppedFile; readonly fault: unknown };

export function PhotoObservation({ onEnd }: { onEnd: () => void }) {
  const plant = valueOf(useAtomValue(plantAtom));
  const dropped = useAtomValue(droppedFileAtom);
  const read = useSetAtom(readPhotos);
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    let isOver = false;
    if (!dropped?.file) return undefined;
    read([dropped.file, ...dropped.others]).then(
      (found) => !isOver && setAnswer({ of: dropped, found }),
      (fault: unknown) => !isOver && setAnswer({ of: dropped, fault }),
    );
    return () => {
      isOver = true;
    };
  }, [dropped, read]);
  const another = <Button onPress={onEnd}>{t("file-preview:drop.other")}</Button>;
  if (plant?.twin_version === 0) {
    return <EmptyState title={t("file-preview:no_twin")} actions={another} />;
  }
  if (answer?.of !== dropped || answer === null) {
    return <Skeleton label={t("file-preview:reading")} lines={4} />;
  }
  if ("fault" in answer) return <FaultAlert fault={answer.fault} />;
  const { found } = answer;
  const [first] = found.photos;
  return (
    <div className={css.steps}>
      {found.problems.length > 0 ? (
        <Alert tone="watch" title={t("file-preview:left_out")}>
          <ul className={css.mended}>
            {found.problems.map((problem) => (
              <li key={`${problem.file ?? ""} ${problem.reason}`}>{problemWords(problem)}</li>
            ))}
          </ul>
        </Alert>
      ) : null}
      {first ? <Photos key={first.photo.file_id} all={found.photos} onEnd={onEnd} /> : null}
      <div className={css.actions}>{another}</div>
    </div>
  );
}

/** Which of the photos go with the observation, when they were taken, and of what they are. */
function Photos({ all, onEnd }: { all: readonly ReadPhoto[]; onEnd: () => void }) {
  const { zone, time } = useAtomValue(plantClockAtom);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [clock, setClock] = useState<string | null>(null);
  const photos = all.filter(({ photo }) => !left.has(photo.file_id));
  const [first] = photos;
  const tick = (id: string, isIn: boolean) => {
    const next = new Set(left);
    if (isIn) next.delete(id);
    else next.add(id);
    setLeft(next);
  };
  const lacksZone = first?.facts.taken_at === null && first.facts.takenIn("UTC") !== null;
  const observed_at = first?.facts.taken_at ?? (clock && first ? first.facts.takenIn(clock) : null);
  return (
    <>
      {all.length > 1 ? (
        <fieldset className={css.steps}>
          <legend>{t("file-preview:photo.which")}</legend>
          {all.map(({ photo }) => (
            <Checkbox
              key={photo.file_id}
              isSelected={!left.has(photo.file_id)}
              onChange={(isIn) => tick(photo.file_id, isIn)}
            >
              {photo.file.name}
            </Checkbox>
          ))}
          <p className={css.hint}>{t("file-preview:photo.first")}</p>
        </fieldset>
      ) : null}
      {lacksZone ? (
        <Alert tone="watch" title={t("file-preview:photo.zone_needed")}>
          <div className={css.question}>
            <Select
              label={t("file-preview:photo.zone")}
              value={clock}
              options={zonesOf(zone)}
              onChange={setClock}
            />
          </div>
        </Alert>
      ) : null}
      {first ? (
        <p>
          {observed_at !== null
            ? t("file-preview:photo.taken", { time: time(observed_at) })
            : lacksZone
              ? null
              : t("file-preview:photo.no_time")}
        </p>
      ) : null}
      {first ? <Facts {...first} /> : null}
      {first && (observed_at !== null || !lacksZone) ? (
        <Components
          place={first.facts.place}
          brought={{ photos: photos.map(({ photo }) => photo), observed_at }}
          onEnd={onEnd}
        />
      ) : null}
    </>
  );
}

function Facts({ facts: { direction, isMagnetic, isAirborne, place, position_m } }: ReadPhoto) {
  const degrees = direction === null ? null : formatNumber(Math.round(direction) % 360);
  return (
    <>
      {degrees === null ? null : (
        <p>
          {t(isMagnetic ? "file-preview:photo.magnetic" : "file-preview:photo.direction", {
            degrees,
          })}
        </p>
      )}
      {isAirborne ? <Alert tone="watch" title={t("file-preview:photo.airborne")} /> : null}
      {place ? (
        <p className={css.hint}>
          {position_m === null
            ? t("file-preview:photo.accuracy_unknown")
            : t("field:accuracy", { distance: distanceWords(position_m) })}
        </p>
      ) : (
        <Alert tone="info" title={t("file-preview:photo.no_place")} />
      )}
    </>
  );
}

type ComponentsProps = {
  readonly place: PhotoPlace | null;
  readonly brought: Brought;
  readonly onEnd: () => void;
};

/** The components at the place of the photo; any other is chosen as that of a new observation. */
function Components({ place, brought, onEnd }: ComponentsProps) {
  const take = useSetAtom(takeComponent);
  const open = useSetAtom(openView);
  return (
    <>
      {place ? <Near place={place} onChosen={(at) => take(at, brought, onEnd)} /> : null}
      <Button
        wide
        icon={<Crosshair size={18} aria-hidden="true" />}
        onPress={() => open({ view: "choose", brought }, onEnd)}
      >
        {t(place ? "file-preview:photo.other" : "field:choose")}
      </Button>
    </>
  );
}

type NearProps = { readonly place: PhotoPlace; readonly onChosen: (at: ComponentRow) => void };

function Near({ place, onChosen }: NearProps) {
  const nearAtom = useMemo(() => nearPlace(place), [place]);
  const found = useAtomValue(nearAtom);
  const types = useAtomValue(twinTypesAtom);
  const [type, setType] = useAtom(offeredTypeAtom);
  if (!found) return <Skeleton label={t("shell:loading")} lines={3} />;
  if (found.near.length === 0) {
    const distance = distanceWords(found.away_m);
    return <Alert tone="watch" title={t("file-preview:photo.far", { distance })} />;
  }
  return (
    <section className={css.steps} aria-label={t("file-preview:photo.nearest")}>
      <h3>{t("file-preview:photo.nearest")}</h3>
      {types.length > 1 ? (
        <Select
          label={t("observation:component_type")}
          options={types.map((id) => ({ id, label: componentTypeName(id) }))}
          value={type}
          onChange={setType}
        />
      ) : null}
      <ol className={css.near}>
        {found.near.map((at) => (
          <li key={at.row}>
            <button type="button" className={css.choice} onClick={() => onChosen(at)}>
              <span>
                <strong>{componentName(at)}</strong> <small>{pathName(at)}</small>
              </span>
              <em>{distanceWords(at.distance_m)}</em>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
