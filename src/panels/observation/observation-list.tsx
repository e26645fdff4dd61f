// The observations that meet the filters, newest first.
import { useState } from "react";
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import {
  ArrowLeft,
  CalendarDays,
  Camera,
  Mic,
  Footprints,
  ListChecks,
  NotebookPen,
  Scale,
} from "lucide-react";
import type { Observation } from "../../domain/observation/observation.ts";
import { photosOf, recordingsOf } from "../../domain/observation/recording/recording.ts";
import { isWaitingId } from "../../domain/observation/waiting-observation.ts";
import { askAtom } from "../../state/account/ask.ts";
import {
  chosenColumnsAtom,
  filterCountAtom,
  listedObservationsAtom,
  listFilterAtom,
  noFilter,
  setListFilter,
} from "../../state/observation/filter.ts";
import { beginsByDayAtom, isListedByDayAtom } from "../../state/observation/days.ts";
import { columnsByIdAtom, componentRowOf } from "../../state/observation/observation.ts";
import { openObservation, openView } from "../../state/observation/open.ts";
import { shownObservationsAtom, waitingOfAtom } from "../../state/observation/shown.ts";
import { observedName, valuesWords } from "../../state/observation/words.ts";
import { startRound } from "../../state/field/round.ts";
import { openComponentAtom } from "../../state/plant/component/component.ts";
import { keyFigureAtom } from "../../state/plant/column/key-figure.ts";
import { hoveredAtom } from "../../state/plant/component/selection.ts";
import { componentTypeName } from "../../state/plant/column/value-words.ts";
import { plantClockAtom } from "../../state/plant/plant.ts";
import { formatDay, formatNumber, t } from "../../state/shell/locale.ts";
import { isOnItsSideAtom, isSmallScreenAtom } from "../../state/shell/small-screen.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { ButtonList, type ButtonListRow } from "../../ui/button-list.tsx";
import { Badge, EmptyState } from "../../ui/feedback.tsx";
import { AddButton } from "./add-button.tsx";
import { DayList } from "./day-list.tsx";
import { ListFilters } from "./list-filters.tsx";
import { PhotoView } from "../photo-view.tsx";
import { TickedBar } from "./ticked-bar.tsx";
import { WaitingBar } from "./waiting-bar.tsx";
import css from "./observation.module.css";

/** Row heights in CSS pixels, the second one for touch. */
const ROW_PX = 76;
const TOUCH_ROW_PX = 84;
/** On a phone on its side, so that four rows have room below the title. */
const LOW_ROW_PX = 72;

type Ticked = ReadonlySet<number>;

export function ObservationList() {
  const listed = useAtomValue(listedObservationsAtom);
  const all = useAtomValue(shownObservationsAtom);
  const isByDay = useAtomValue(isListedByDayAtom);
  const [beginsByDay, setByDay] = useAtom(beginsByDayAtom);
  const isLow = useAtomValue(isOnItsSideAtom);
  const isSmall = useAtomValue(isSmallScreenAtom);
  const rowPx = isLow ? LOW_ROW_PX : isSmall ? TOUCH_ROW_PX : ROW_PX;
  /** Null while single observations are opened. */
  const [ticked, setTicked] = useState<Ticked | null>(null);
  const toggle = (id: number) => {
    const next = new Set(ticked);
    if (!next.delete(id)) next.add(id);
    setTicked(next);
  };
  return (
    <div className={css.panel}>
      <ListFilters />
      <div className={css.bar}>
        <strong role="status" className={css.count}>
          {t("observation:count", { n: formatNumber(listed.length), of: formatNumber(all.length) })}
        </strong>
        <IconButton
          size="sm"
          label={t("observation:by_day")}
          isOn={beginsByDay}
          isDisabled={all.length === 0}
          onPress={() => setByDay(!beginsByDay)}
        >
          <CalendarDays size={15} aria-hidden="true" />
        </IconButton>
        <IconButton
          size="sm"
          label={t("observation:tick_several")}
          isOn={ticked !== null}
          isDisabled={(listed.length === 0 || isByDay) && ticked === null}
          onPress={() => setTicked(ticked === null ? new Set() : null)}
        >
          <ListChecks size={15} aria-hidden="true" />
        </IconButton>
        <RoundButton />
        <CompareButton />
        <AddButton />
      </div>
      <WaitingBar />
      {ticked === null ? null : <TickedBar ticked={ticked} onTick={setTicked} />}
      {listed.length === 0 ? null : <OpenDay />}
      {isByDay ? (
        <DayList />
      ) : listed.length === 0 ? (
        <Nothing isAny={all.length > 0} />
      ) : (
        <ButtonList
          label={t("observation:title")}
          className={css.rows}
          count={listed.length}
          rowPx={rowPx}
        >
          {(index, keys) => (
            <Row
              one={listed[index]!}
              keys={keys}
              isTicked={
                isWaitingId(listed[index]!.id) ? null : (ticked?.has(listed[index]!.id) ?? null)
              }
              onTick={toggle}
            />
          )}
        </ButtonList>
      )}
    </div>
  );
}

/** The day that is open, with the way back to all days. */
function OpenDay() {
  const { day } = useAtomValue(listFilterAtom);
  const set = useSetAtom(setListFilter);
  if (day === null) return null;
  return (
    <div className={css.bar}>
      <IconButton size="sm" label={t("observation:all_days")} onPress={() => set({ day: null })}>
        <ArrowLeft size={15} aria-hidden="true" />
      </IconButton>
      <strong>{formatDay(day)}</strong>
    </div>
  );
}

/** Goes through the components of the list, one after the other. */
function RoundButton() {
  const listed = useAtomValue(listedObservationsAtom);
  const begin = useSetAtom(startRound);
  const stops = listed
    .filter((one) => componentRowOf(one) !== null)
    .map(({ fieldgeometry_component: { component_type, dt_id } }) => ({ component_type, dt_id }));
  const once = [...new Map(stops.map((stop) => [stop.dt_id, stop])).values()];
  return (
    <IconButton
      size="sm"
      label={t("field:start_round")}
      isDisabled={once.length === 0}
      onPress={() => begin(once)}
    >
      <Footprints size={15} aria-hidden="true" />
    </IconButton>
  );
}

/** The drone's values and the observed ones, class by class. */
function CompareButton() {
  const open = useSetAtom(openView);
  const keyFigure = useAtomValue(keyFigureAtom);
  return (
    <IconButton
      size="sm"
      label={t("observation:compare_with_analysis")}
      isDisabled={!keyFigure}
      onPress={() => open({ view: "compare" })}
    >
      <Scale size={15} aria-hidden="true" />
    </IconButton>
  );
}

/** Adds one to the component whose card is open, or to one that is chosen on the spot. */
function Nothing({ isAny }: { isAny: boolean }) {
  const { text } = useAtomValue(listFilterAtom);
  const [chosen, choose] = useAtom(chosenColumnsAtom);
  const isFiltered = useAtomValue(filterCountAtom) > 0 || text !== "" || chosen !== null;
  const set = useSetAtom(setListFilter);
  const clear = () => {
    set(noFilter);
    choose(null);
  };
  const mayCreate = useAtomValue(askAtom)("observation.create") === null;
  if (isAny) {
    return (
      <EmptyState
        icon={<NotebookPen size={20} aria-hidden="true" />}
        title={t("observation:none_fit")}
        actions={
          isFiltered ? <Button onPress={clear}>{t("observation:clear_filters")}</Button> : null
        }
      />
    );
  }
  return (
    <EmptyState icon={<NotebookPen size={20} aria-hidden="true" />} title={t("observation:none")}>
      {mayCreate ? t("observation:none_hint") : null}
    </EmptyState>
  );
}

type RowProps = {
  one: Observation;
  keys: ButtonListRow;
  /** Null while a press opens the observation. */
  isTicked: boolean | null;
  onTick: (id: number) => void;
};

function Row({ one, keys, isTicked, onTick }: RowProps) {
  const open = useSetAtom(openObservation);
  const hover = useSetAtom(hoveredAtom);
  const card = useAtomValue(openComponentAtom);
  const columns = useAtomValue(columnsByIdAtom);
  const clock = useAtomValue(plantClockAtom);
  const { fieldgeometry_component: component } = one;
  const images = photosOf(one.images);
  const recordings = recordingsOf(one.images).length;
  const at = componentRowOf(one);
  const waits = useAtomValue(waitingOfAtom)(one.id) !== undefined;
  const [image] = images;
  const words = [one.notes, valuesWords(columns, one)].filter((text) => text !== "").join(" · ");
  return (
    <button
      {...keys}
      type="button"
      className={css.row}
      aria-current={card?.dt_id === component.dt_id}
      {...(isTicked === null ? {} : { "aria-pressed": isTicked })}
      onClick={() => (isTicked === null ? open(one) : onTick(one.id))}
      onMouseEnter={() => hover(at)}
      onMouseLeave={() => hover(null)}
    >
      {isTicked === null ? null : (
        <span className={css.tick} data-on={isTicked} aria-hidden="true" />
      )}
      <span className={css.thumb}>
        {image ? (
          <PhotoView observation_id={one.id} image={image} size="thumb" alt="" />
        ) : (
          <NotebookPen size={16} aria-hidden="true" />
        )}
      </span>
      <span className={css.what}>
        <strong>
          {componentTypeName(component.component_type)} {observedName(one)}
        </strong>
        <span title={words}>{words === "" ? "–" : words}</span>
        <small>
          {[clock.time(one.observed_at), one.created_by_user ?? ""]
            .filter((text) => text !== "")
            .join(" · ")}
        </small>
      </span>
      {waits ? <Badge tone="watch">{t("observation:waits")}</Badge> : null}
      {recordings > 0 ? (
        <span className={css.photoCount}>
          <Mic size={13} aria-hidden="true" />
          <span className="visually-hidden">{t("observation:recording.title")}</span>
          {formatNumber(recordings)}
        </span>
      ) : null}
      {images.length > 1 ? (
        <span className={css.photoCount}>
          <Camera size={13} aria-hidden="true" />
          <span className="visually-hidden">{t("observation:photos")}</span>
          {formatNumber(images.length)}
        </span>
      ) : null}
    </button>
  );
}
