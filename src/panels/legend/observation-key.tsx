// The observations on the map: what colours them, and how many components of each value are in view.
import { useAtom, useAtomValue } from "jotai";
import { signalInks } from "../../domain/colour/palette.ts";
import { shownLayersAtom } from "../../state/map/layer.ts";
import {
  mapColumnIdAtom,
  mapColumnsAtom,
  observedInViewAtom,
  photoPositionsAtom,
} from "../../state/observation/map.ts";
import { columnName } from "../../state/observation/words.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { SeverityMark } from "../../ui/chart/severity-mark.tsx";
import { Select } from "../../ui/form/choice.tsx";
import css from "./legend.module.css";

const ALL = "all";
const waitingColour = `rgb(${signalInks.waiting.slice(0, 3).join()})`;
const photoColour = `rgb(${signalInks.observation_photo.slice(0, 3).join()})`;

export function ObservationKey() {
  const layers = useAtomValue(shownLayersAtom);
  const isShown = (id: string) => layers.some((layer) => layer.id === id && layer.visible);
  return (
    <>
      {isShown("observations") ? <Values /> : null}
      {isShown("observation_photos") ? <Photos /> : null}
    </>
  );
}

function Values() {
  const shown = useAtomValue(observedInViewAtom);
  const columns = useAtomValue(mapColumnsAtom);
  const [id, choose] = useAtom(mapColumnIdAtom);
  if (!shown) return null;
  return (
    <section className={css.observed} aria-label={t("layer:observations")}>
      <Select
        label={t("observation:map_column")}
        size="sm"
        options={[
          { id: ALL, label: t("observation:map_one_colour") },
          ...columns.map((column) => ({ id: column.id, label: columnName(column) })),
        ]}
        value={columns.some((column) => column.id === id) ? id : ALL}
        onChange={(next) => choose(next === ALL ? null : next)}
      />
      <ul className={css.classes}>
        {shown.categories.map(({ id: category, label, colour, sign, count }) => (
          <li key={category} className={css.plain}>
            <SeverityMark symbol="circle" colour={colour} />
            <span className={css.className}>{sign === "" ? label : `${sign} · ${label}`}</span>
            <span>{formatNumber(count)}</span>
          </li>
        ))}
        {shown.waiting > 0 ? (
          <li className={css.plain}>
            <i
              className={css.waitingMark}
              style={{ borderColor: waitingColour }}
              aria-hidden="true"
            />
            <span className={css.className}>{t("observation:map_waiting")}</span>
            <span>{formatNumber(shown.waiting)}</span>
          </li>
        ) : null}
      </ul>
      <p className={css.observedNote} role="note">
        {t("observation:map_in_view", {
          n: formatNumber(shown.in_view),
          of: formatNumber(shown.all),
        })}{" "}
        {t(
          columns.some((column) => column.id === id)
            ? "observation:map_note"
            : "observation:map_note_plain",
        )}
      </p>
    </section>
  );
}

function Photos() {
  const positions = useAtomValue(photoPositionsAtom);
  return (
    <p className={css.observedNote}>
      {positions ? <SeverityMark symbol="circle" colour={photoColour} /> : null}{" "}
      {positions
        ? t("observation:map_photos", { n: formatNumber(positions.length) })
        : t("observation:map_no_photos")}
    </p>
  );
}
