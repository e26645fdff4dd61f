// What can be done with the ticked observations: all of them, edited, deleted, selected on the map.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Pencil, SquareCheck, Trash2 } from "lucide-react";
import type { Observation } from "../../domain/observation/observation.ts";
import { isWaitingId } from "../../domain/observation/waiting-observation.ts";
import { askAtom } from "../../state/account/ask.ts";
import { offlineAtom } from "../../state/account/offline.ts";
import { listedObservationsAtom } from "../../state/observation/filter.ts";
import { observationByIdAtom } from "../../state/observation/shown.ts";
import { selectObserved } from "../../state/observation/select.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { BulkEdit } from "./bulk-edit.tsx";
import { useRemove } from "./one-observation.tsx";
import css from "./observation.module.css";

type TickedBarProps = {
  ticked: ReadonlySet<number>;
  onTick: (ticked: ReadonlySet<number> | null) => void;
};

export function TickedBar({ ticked, onTick }: TickedBarProps) {
  // What is on this device alone is sent before it is changed with others.
  const listed = useAtomValue(listedObservationsAtom).filter(({ id }) => !isWaitingId(id));
  const byId = useAtomValue(observationByIdAtom);
  const ask = useAtomValue(askAtom);
  const select = useSetAtom(selectObserved);
  const remove = useRemove();
  const [isEditing, setEditing] = useState(false);
  const all: readonly Observation[] = [...ticked].flatMap((id) => byId(id) ?? []);
  const isNone = all.length === 0;
  const isOffline = useAtomValue(offlineAtom) !== null;
  return (
    <div className={css.ticked} role="group" aria-label={t("observation:ticked")}>
      <div className={css.bar}>
        <span className={css.count}>
          {t("observation:ticked_count", { n: formatNumber(all.length) })}
        </span>
        <Button size="sm" onPress={() => onTick(new Set(listed.map(({ id }) => id)))}>
          {t("observation:tick_all")}
        </Button>
        <IconButton
          size="sm"
          label={t("observation:select_on_map")}
          isDisabled={isNone}
          onPress={() => select(all)}
        >
          <SquareCheck size={15} aria-hidden="true" />
        </IconButton>
        {ask("observation.update") === null ? (
          <IconButton
            size="sm"
            label={t("observation:edit_ticked")}
            // A button without `isDisabled` can say its reason.
            isDisabled={isNone && !isOffline}
            reason={isOffline ? t("offline:needs_network") : null}
            isOn={isEditing}
            onPress={() => setEditing(!isEditing)}
          >
            <Pencil size={15} aria-hidden="true" />
          </IconButton>
        ) : null}
        {ask("observation.remove") === null ? (
          <IconButton
            size="sm"
            label={t("observation:delete_ticked")}
            isDisabled={isNone}
            onPress={() => {
              onTick(null);
              void remove(all);
            }}
          >
            <Trash2 size={15} aria-hidden="true" />
          </IconButton>
        ) : null}
      </div>
      {isEditing && !isNone ? <BulkEdit all={all} onDone={() => onTick(null)} /> : null}
    </div>
  );
}
