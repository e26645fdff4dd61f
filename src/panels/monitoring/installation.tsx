// Queue, disk, database and backup in a row of numbers.
import { useAtomValue } from "jotai";
import type { Monitoring } from "../../domain/provider/monitoring.ts";
import { monitoringAtom } from "../../state/settings/monitoring.ts";
import { formatBytes, formatDateTime, formatDuration, t } from "../../state/shell/locale.ts";
import { Badge } from "../../ui/feedback.tsx";
import { Part } from "./part.tsx";
import css from "./monitoring.module.css";

const million = 1e6;

export function Installation() {
  const data = useAtomValue(monitoringAtom);
  return (
    <Part title={t("monitoring:installation.title")} data={data}>
      {(monitoring) => <Facts {...monitoring} />}
    </Part>
  );
}

function Facts({ queue, installation }: Monitoring) {
  const oldest = queue.oldest_waiting_s;
  const age =
    oldest === null
      ? t("monitoring:installation.none_waits")
      : t("monitoring:installation.oldest", { time: formatDuration(oldest) });
  return (
    <dl className={css.facts}>
      <Fact name="queue" note={age}>
        {t("monitoring:installation.queue_value", {
          waiting: queue.waiting,
          running: queue.running,
        })}
      </Fact>
      <Fact name="dead_letters" note={t("monitoring:installation.dead_letters_note")}>
        {queue.dead_letters}
      </Fact>
      {installation === null ? null : <Provider {...installation} />}
    </dl>
  );
}

function Provider({ disk, database, backup }: NonNullable<Monitoring["installation"]>) {
  const kept = t("monitoring:installation.kept", { size: formatBytes(disk.kept_mb * million) });
  return (
    <>
      <Fact name="disk" note={kept}>
        {formatBytes(disk.free_mb * million)}
        {disk.is_short ? <Badge tone="danger">{t("monitoring:installation.short")}</Badge> : null}
      </Fact>
      <Fact name="database" note={t("monitoring:installation.connections", database)}>
        {formatBytes(database.bytes)}
      </Fact>
      <Fact
        name="backup"
        note={
          backup === null
            ? t("monitoring:installation.backup_hint")
            : `${formatBytes(backup.bytes)} · ${backup.path}`
        }
      >
        {backup === null
          ? t("monitoring:installation.no_backup")
          : formatDateTime(backup.finished_at)}
      </Fact>
    </>
  );
}

function Fact({ name, note, children }: { name: string; note: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{t(`monitoring:installation.${name}`)}</dt>
      <dd className={css.value}>{children}</dd>
      <dd className={css.note}>{note}</dd>
    </div>
  );
}
