// Where a new observation belongs: one of the nearest components, the one in the middle of the map, by code or name.
import { useState } from "react";
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { ArrowLeft, Crosshair, ListPlus, LocateFixed, ScanLine } from "lucide-react";
import { searchStrategies } from "../../domain/component/nearest.ts";
import {
  findNamed,
  isReadingCodeAtom,
  MOST_OFFERED,
  nearDoubtAtom,
  nearestAtom,
  offeredTypeAtom,
  startCrosshair,
  strategyAtom,
  takeComponent,
  twinTypesAtom,
  type NamedComponents,
} from "../../state/field/choose.ts";
import { distanceWords } from "../../state/field/distance-words.ts";
import { namedWords } from "../../state/field/named-words.ts";
import {
  averagedSecondsAtom,
  follow,
  ownPositionAtom,
  positionAtom,
} from "../../state/field/own-position.ts";
import { broughtAtom, closeView, openView } from "../../state/observation/open.ts";
import { openRowAtom } from "../../state/plant/component/component.ts";
import { componentName, pathName } from "../../state/plant/component/component-words.ts";
import type { ComponentRow } from "../../state/plant/component/selection.ts";
import { componentTypeName } from "../../state/plant/column/value-words.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { TextField } from "../../ui/form/field.tsx";
import css from "./choose-component.module.css";

export function ChooseComponent() {
  const close = useSetAtom(closeView);
  const cross = useSetAtom(startCrosshair);
  const setReading = useSetAtom(isReadingCodeAtom);
  const openNames = useSetAtom(openView);
  const open = useAtomValue(openRowAtom);
  const photos = useAtomValue(broughtAtom)?.photos.length ?? 0;
  return (
    <section className={css.panel} aria-label={t("field:choose")}>
      <header className={css.head}>
        <IconButton size="sm" label={t("observation:back")} onPress={() => close()}>
          <ArrowLeft size={15} aria-hidden="true" />
        </IconButton>
        <h3>{t("field:choose")}</h3>
      </header>
      <div className={css.body}>
        {photos > 0 ? (
          <p role="status">{t("field:with_photos", { count: photos, n: formatNumber(photos) })}</p>
        ) : null}
        {open ? <Choice at={open} note={t("field:open_now")} /> : null}
        <Nearest />
        <div className={css.ways}>
          <Button icon={<Crosshair size={18} aria-hidden="true" />} onPress={() => cross()}>
            {t("field:middle")}
          </Button>
          <Button icon={<ScanLine size={18} aria-hidden="true" />} onPress={() => setReading(true)}>
            {t("field:read_code")}
          </Button>
          {/* Photos are of one component. */}
          {photos > 0 ? null : (
            <Button
              icon={<ListPlus size={18} aria-hidden="true" />}
              onPress={() => openNames({ view: "names" })}
            >
              {t("observation:names.open")}
            </Button>
          )}
        </div>
        <ByName />
      </div>
    </section>
  );
}

function Choice({ at, note }: { at: ComponentRow; note: string }) {
  const take = useSetAtom(takeComponent);
  return (
    <button type="button" className={css.choice} onClick={() => take(at)}>
      <span className={css.said}>
        <strong>{componentName(at)}</strong>
        <small>{pathName(at)}</small>
      </span>
      <em>{note}</em>
    </button>
  );
}

function Nearest() {
  const { state } = useAtomValue(positionAtom);
  const nearest = useAtomValue(nearestAtom);
  const start = useSetAtom(follow);
  const types = useAtomValue(twinTypesAtom);
  const [type, setType] = useAtom(offeredTypeAtom);
  const [strategy, setStrategy] = useAtom(strategyAtom);
  return (
    <section className={css.nearest} aria-label={t("field:nearest")}>
      <h4>{t("field:nearest")}</h4>
      <div className={css.pair}>
        <Select
          label={t("observation:component_type")}
          options={types.map((id) => ({ id, label: componentTypeName(id) }))}
          value={type}
          onChange={setType}
        />
        <Select
          label={t("field:measured")}
          options={searchStrategies.map((id) => ({ id, label: t(`field:strategy.${id}`) }))}
          value={strategy}
          onChange={setStrategy}
        />
      </div>
      {nearest ? (
        <>
          <Accuracy />
          <ol className={css.list}>
            {nearest.map((near) => (
              <li key={near.row}>
                <Choice at={near} note={distanceWords(near.distance_m)} />
              </li>
            ))}
          </ol>
        </>
      ) : state === "waiting" ? (
        <output className={css.quiet}>{t("field:waiting")}</output>
      ) : (
        <Button
          kind="primary"
          icon={<LocateFixed size={18} aria-hidden="true" />}
          onPress={() => start()}
        >
          {t("field:use_position")}
        </Button>
      )}
    </section>
  );
}

/** Rows are as close to each other as positions are accurate. */
function Accuracy() {
  const position = useAtomValue(ownPositionAtom);
  const averaged = useAtomValue(averagedSecondsAtom);
  const count = useAtomValue(nearDoubtAtom);
  if (!position) return null;
  return (
    <p className={css.quiet}>
      {t(averaged > 0 ? "field:accuracy_averaged" : "field:accuracy", {
        distance: distanceWords(position.accuracy_m),
        n: formatNumber(averaged),
      })}
      {". "}
      {count > MOST_OFFERED
        ? t("field:near_doubt_more", { n: formatNumber(MOST_OFFERED) })
        : count > 1
          ? t("field:near_doubt", { n: formatNumber(count) })
          : null}
    </p>
  );
}

/** The fallback without a position, a camera or a code. */
function ByName() {
  const find = useSetAtom(findNamed);
  const take = useSetAtom(takeComponent);
  const [text, setText] = useState("");
  const [answer, setAnswer] = useState<NamedComponents | null>(null);
  return (
    <form
      className={css.byName}
      onSubmit={(event) => {
        event.preventDefault();
        const found = find(text);
        if (found.kind === "found") take(found.at);
        else setAnswer(found);
      }}
    >
      <TextField
        label={t("field:name")}
        value={text}
        onChange={(next) => {
          setText(next);
          setAnswer(null);
        }}
        error={answer ? namedWords(answer) : null}
      />
      <Button type="submit" isDisabled={text.trim() === ""}>
        {t("field:find")}
      </Button>
      {answer?.kind === "several" ? (
        <ol className={css.list}>
          {answer.all.map((at) => (
            <li key={`${at.component_type} ${at.row}`}>
              <Choice at={at} note="" />
            </li>
          ))}
        </ol>
      ) : null}
    </form>
  );
}
