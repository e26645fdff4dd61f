// Observations that were deleted in the last days, each with a button that puts it back.
import { useEffect } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { ArchiveRestore, ArrowLeft } from "lucide-react";
import type { DeletedObservation } from "../../domain/observation/observation.ts";
import { closeView } from "../../state/observation/open.ts";
import { deletedAtom, readDeletedAgain, restoreFromList } from "../../state/observation/deleted.ts";
import { componentTypeName } from "../../state/plant/column/value-words.ts";
import { plantClockAtom } from "../../state/plant/plant.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { showDone } from "../../state/shell/toast.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { EmptyState, Skeleton } from "../../ui/feedback.tsx";
import { LoadFault } from "../load-fault.tsx";
import { usePending } from "../pending.ts";
import css from "./choose-component.module.css";
import list from "./deleted-list.module.css";

export function DeletedList() {
  const close = useSetAtom(closeView);
  const deleted = useAtomValue(deletedAtom);
  const read = useSetAtom(readDeletedAgain);
  useEffect(() => void read(), [read]);
  return (
    <section className={css.panel} aria-label={t("observation:deleted.title")}>
      <header className={css.head}>
        <IconButton size="sm" label={t("observation:back")} onPress={() => close()}>
          <ArrowLeft size={15} aria-hidden="true" />
        </IconButton>
        <h3>{t("observation:deleted.title")}</h3>
      </header>
      <div className={css.body}>
        {deleted.state === "failed" ? (
          <LoadFault fault={deleted.fault} />
        ) : deleted.state === "ready" ? (
          <Listed {...deleted.value} />
        ) : (
          <Skeleton label={t("shell:loading")} lines={6} />
        )}
      </div>
    </section>
  );
}

type ListedProps = {
  days: number;
  count: number;
  observations: readonly DeletedObservation[];
};

function Listed({ days, count, observations }: ListedProps) {
  if (observations.length === 0) {
    return (
      <EmptyState
        icon={<ArchiveRestore size={20} aria-hidden="true" />}
        title={t("observation:deleted.none", { days: formatNumber(days) })}
      />
    );
  }
  const [n, of] = [formatNumber(observations.length), formatNumber(count)];
  return (
    <>
      <p className={css.quiet}>
        {t("observation:deleted.hint", { days: formatNumber(days) })}
        {count > observations.length ? ` ${t("observation:deleted.more", { n, of })}` : null}
      </p>
      <ul className={list.rows}>
        {observations.map((one) => (
          <Row key={one.id} one={one} />
        ))}
      </ul>
    </>
  );
}

function Row({ one }: { one: DeletedObservation }) {
  const clock = useAtomValue(plantClockAtom);
  const restore = useSetAtom(restoreFromList);
  const [isPending, whilePending] = usePending();
  const { component_type, pcs, notes, observed_at, created_by_user, photo_count: count } = one;
  const recordings = one.recording_count;
  const name = `${componentTypeName(component_type)} ${pcs}`;
  const putBack = async () => {
    await whilePending(async () => {
      await restore(one);
      showDone(t("observation:deleted.done", { name }));
    });
  };
  const facts = [
    clock.time(observed_at),
    created_by_user ?? "",
    count > 0 ? t("observation:deleted.photos", { count, n: formatNumber(count) }) : "",
    recordings > 0
      ? t("observation:deleted.recordings", { count: recordings, n: formatNumber(recordings) })
      : "",
    t("observation:deleted.at", { at: clock.time(one.deleted_at) }),
  ];
  return (
    <li className={list.row}>
      <span className={list.what}>
        <strong>{name}</strong>
        {notes === "" ? null : <span>{notes}</span>}
        <small>{facts.filter((text) => text !== "").join(" · ")}</small>
      </span>
      <Button size="sm" isPending={isPending} onPress={() => void putBack()}>
        {t("observation:deleted.restore")}
      </Button>
    </li>
  );
}
