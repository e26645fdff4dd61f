// Asks whether the time of an observation is right where it hardly can be. It may be kept.
import { useAtomValue } from "jotai";
import { dateDoubt } from "../../domain/observation/doubtful-date.ts";
import { clockDoubtAtom, serverNow } from "../../state/shell/server-time.ts";
import { formatDateTime, t } from "../../state/shell/locale.ts";
import { Alert } from "../../ui/feedback.tsx";

const words = {
  known: "observation:date_doubt.clock",
  remembered: "observation:date_doubt.clock_remembered",
  doubtful: "observation:date_doubt.clock_doubtful",
} as const;

/** @param observed_at of the form, ISO 8601; empty where it is no time */
export function DateDoubt({ observed_at }: { observed_at: string }) {
  const clock = useAtomValue(clockDoubtAtom);
  const doubt = dateDoubt(observed_at, serverNow());
  if (doubt === null && !clock) return null;
  return (
    <Alert tone="watch">
      {clock ? (
        <p role="status">
          {t(words[clock.basis], {
            device: formatDateTime(clock.device),
            server: formatDateTime(clock.server),
            heard: formatDateTime(clock.heard),
          })}
        </p>
      ) : null}
      {doubt === null ? null : <p role="status">{t(`observation:date_doubt.${doubt}`)}</p>}
    </Alert>
  );
}
