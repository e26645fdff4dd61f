// One observation: what was seen, when, by whom, with photos; and what can be done with it.
import { useAtomValue, useSetAtom } from "jotai";
import { ArrowLeft, MoveRight, Pencil, Plus, Trash2 } from "lucide-react";
import { keyFigureById } from "../../domain/key-figure/key-figure.ts";
import type { Observation } from "../../domain/observation/observation.ts";
import type { OutboxEntry } from "../../domain/observation/outbox.ts";
import { isWaitingId } from "../../domain/observation/waiting-observation.ts";
import { askAtom } from "../../state/account/ask.ts";
import { offlineAtom } from "../../state/account/offline.ts";
import { moveObservation, removeObservations } from "../../state/observation/change.ts";
import { showStorageFault } from "../../state/observation/keep-on-device.ts";
import { columnsByIdAtom } from "../../state/observation/observation.ts";
import { closeView, openObservation, openView } from "../../state/observation/open.ts";
import { outboxReasons, removalWords } from "../../state/observation/outbox-words.ts";
import { waitingOfAtom } from "../../state/observation/shown.ts";
import { outboxOpenAtom } from "../../state/observation/waiting.ts";
import {
  columnName,
  columnValueColour,
  columnValueWords,
  observedName,
} from "../../state/observation/words.ts";
import {
  componentResultAtom,
  openComponentAtom,
  openRowAtom,
} from "../../state/plant/component/component.ts";
import { shortName } from "../../state/plant/component/component-words.ts";
import { componentTypeName, formatValue } from "../../state/plant/column/value-words.ts";
import { faultName } from "../../state/plant/finding/words.ts";
import { plantClockAtom } from "../../state/plant/plant.ts";
import { formatDateTime, t } from "../../state/shell/locale.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { isHandheldAtom } from "../../state/shell/small-screen.ts";
import { showDone, showFault, showNote } from "../../state/shell/toast.ts";
import { undo } from "../../state/shell/undo.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Alert } from "../../ui/feedback.tsx";
import { Photos } from "./photos.tsx";
import { Recordings } from "./recordings.tsx";
import { TakeMe } from "./take-me.tsx";
import css from "./observation.module.css";

export function OneObservation({ one }: { one: Observation }) {
  const close = useSetAtom(closeView);
  const show = useSetAtom(openObservation);
  const columns = useAtomValue(columnsByIdAtom);
  const clock = useAtomValue(plantClockAtom);
  const { fieldgeometry_component: component, column_values, notes, analysis } = one;
  const waiting = useAtomValue(waitingOfAtom)(one.id);
  const missing = one.file_ids.filter((id) => !(id in one.files_map)).length;
  return (
    <article className={css.one} aria-label={t("observation:one")}>
      <header className={css.oneHead}>
        <IconButton size="sm" label={t("observation:back")} onPress={() => close()}>
          <ArrowLeft size={15} aria-hidden="true" />
        </IconButton>
        <button type="button" className={css.name} onClick={() => show(one)}>
          <small>{componentTypeName(component.component_type)}</small>
          <strong>{observedName(one)}</strong>
        </button>
        <TakeMe dt_id={component.dt_id} one={one} />
      </header>
      <div className={css.oneBody}>
        {component.component_id === null ? (
          <Alert tone="watch">
            <p>{t("observation:component_gone")}</p>
          </Alert>
        ) : null}
        {waiting ? <WaitingNotice entry={waiting} /> : null}
        <p className={css.quiet}>
          {[clock.time(one.observed_at), one.created_by_user ?? ""]
            .filter((text) => text !== "")
            .join(" · ")}
        </p>
        {notes === "" ? null : <p className={css.notes}>{notes}</p>}
        <dl className={css.facts}>
          {column_values.map(({ column_id, value }) => {
            const column = columns.get(column_id);
            if (!column) return null;
            const colour = columnValueColour(column, value);
            return (
              <div key={column_id}>
                <dt>{columnName(column)}</dt>
                <dd>
                  {colour ? <i className={css.swatch} style={{ background: colour }} /> : null}
                  {columnValueWords(column, value)}
                  <DroneValue one={one} columnId={column_id} />
                </dd>
              </div>
            );
          })}
          {one.fault_type === null ? null : (
            <div>
              <dt>{t("observation:about_finding")}</dt>
              <dd>{faultName({ ...component, fault_type: one.fault_type })}</dd>
            </div>
          )}
          {analysis ? (
            <div>
              <dt>{t("observation:analysis")}</dt>
              <dd>{analysis.name}</dd>
            </div>
          ) : null}
          {isLater(one) ? (
            <div>
              <dt>{t("observation:received_at")}</dt>
              <dd>{formatDateTime(one.created_at)}</dd>
            </div>
          ) : null}
          {one.revision > 1 ? (
            <div>
              <dt>{t("observation:changed_at")}</dt>
              <dd>
                {[formatDateTime(one.updated_at), one.updated_by_user ?? ""]
                  .filter((text) => text !== "")
                  .join(" · ")}
              </dd>
            </div>
          ) : null}
        </dl>
        {missing > 0 ? (
          <Alert tone="watch">
            <p>{t("observation:photos_missing", { count: missing })}</p>
          </Alert>
        ) : null}
        <Photos one={one} />
        <Recordings one={one} />
      </div>
      <Acts one={one} />
    </article>
  );
}

/** True if it reached the server later than in the minute in which it was made. */
const isLater = ({ id, observed_at, created_at }: Observation) =>
  !isWaitingId(id) && Date.parse(created_at) - Date.parse(observed_at) > LATER_MS;
const LATER_MS = 120_000;

/** Says that the server does not have all of it, why, and leads to where it can be sent or discarded. */
function WaitingNotice({ entry }: { entry: OutboxEntry }) {
  const setOpen = useSetAtom(outboxOpenAtom);
  return (
    <Alert tone={entry.state === "waiting" ? "info" : "watch"}>
      <span className={css.waitingBar}>
        {[t("observation:waits_text"), ...outboxReasons(entry)].join(" ")}
        <Button size="sm" onPress={() => setOpen(true)}>
          {t("observation:show_waiting")}
        </Button>
      </span>
    </Alert>
  );
}

/** What the drone said of a key figure, where the card shows the component. */
function DroneValue({ one, columnId }: { one: Observation; columnId: string }) {
  const card = useAtomValue(openComponentAtom);
  const result = valueOf(useAtomValue(componentResultAtom));
  const column = useAtomValue(columnsByIdAtom).get(columnId);
  const figure = keyFigureById(column?.pi_column?.pi_id ?? 0);
  if (!figure || card?.dt_id !== one.fieldgeometry_component.dt_id) return null;
  const drone = result?.values.find(({ key_figure_id }) => key_figure_id === figure.id)?.value;
  if (drone === null || drone === undefined) return null;
  return (
    <small className={css.drone}>
      {t("observation:drone_says", { value: formatValue(figure, drone) })}
    </small>
  );
}

function Acts({ one }: { one: Observation }) {
  const ask = useAtomValue(askAtom);
  const card = useAtomValue(openComponentAtom);
  const at = useAtomValue(openRowAtom);
  const open = useSetAtom(openView);
  const move = useSetAtom(moveObservation);
  const remove = useRemove();
  const isElsewhere = card !== null && card.dt_id !== one.fieldgeometry_component.dt_id;
  const mayUpdate =
    ask("observation.update") === null ||
    (isWaitingId(one.id) && ask("observation.create") === null);
  const waits = useAtomValue(waitingOfAtom)(one.id) !== undefined;
  // What waits is discarded in the outbox, which says what would be lost.
  const mayRemove = !waits && ask("observation.remove") === null;
  const isHandheld = useAtomValue(isHandheldAtom);
  const mayCreate = ask("observation.create") === null;
  const isOffline = useAtomValue(offlineAtom) !== null;
  if (!mayUpdate && !mayRemove && !mayCreate) return null;
  const moveHere = async () => {
    if (!card) return;
    try {
      await move(one, card.dt_id);
      showDone(t("observation:moved", { name: at ? shortName(at) : card.dt_id }));
    } catch (cause) {
      showFault(cause);
    }
  };
  return (
    <footer className={css.acts}>
      {isHandheld && mayCreate ? (
        <Button
          wide
          icon={<Plus size={18} aria-hidden="true" />}
          onPress={() => open({ view: "choose" })}
        >
          {t("observation:next_component")}
        </Button>
      ) : null}
      {mayRemove ? (
        <Button
          kind="quiet"
          icon={<Trash2 size={14} aria-hidden="true" />}
          onPress={() => void remove([one])}
        >
          {t("observation:delete")}
        </Button>
      ) : null}
      <span className={css.gap} />
      {mayUpdate && isElsewhere && !waits && ask("observation.move") === null ? (
        <Button
          icon={<MoveRight size={14} aria-hidden="true" />}
          reason={isOffline ? t("offline:needs_network") : null}
          onPress={() => void moveHere()}
        >
          {t("observation:move_to", { name: at ? shortName(at) : card.dt_id })}
        </Button>
      ) : null}
      {mayUpdate ? (
        <Button
          kind="primary"
          icon={<Pencil size={14} aria-hidden="true" />}
          onPress={() => open({ view: "edit", id: one.id })}
        >
          {t("observation:edit")}
        </Button>
      ) : null}
    </footer>
  );
}

/** Deletes observations and offers to undo it. */
export function useRemove() {
  const remove = useSetAtom(removeObservations);
  const close = useSetAtom(closeView);
  const takeBack = useSetAtom(undo);
  return async (all: readonly Observation[]) => {
    close();
    try {
      const { waiting } = await remove(all);
      const action = {
        label: t("shell:command.undo"),
        run: () => void takeBack().catch(showFault),
      };
      if (waiting > 0) showNote(removalWords(waiting), action);
      else showDone(t("observation:deleted", { count: all.length }), action);
    } catch (cause) {
      showStorageFault(cause);
    }
  };
}
