// Asks whether the time of an observation is right where it hardly can be. It may be kept.
import { useState } from "react";
import { dateDoubt } from "../../domain/observation/doubtful-date.ts";
import { isDeviceClockWrong, serverTime } from "../../state/shell/server-time.ts";
import { formatDateTime, t } from "../../state/shell/locale.ts";
import { Alert } from "../../ui/feedback.tsx";

/** @param observed_at of the form, ISO 8601; empty where it is no time */
export function DateDoubt({ observed_at }: { observed_at: string }) {
  const [{ server, device }] = useState(() => {
    return { server: serverTime(), device: new Date().toISOString() };
  });
  const doubt = dateDoubt(observed_at, Date.parse(server));
  const isClockWrong = isDeviceClockWrong();
  if (doubt === null && !isClockWrong) return null;
  return (
    <Alert tone="watch">
      {isClockWrong ? (
        <p role="status">
          {t("observation:date_doubt.clock", {
            device: formatDateTime(device),
            server: formatDateTime(server),
          })}
        </p>
      ) : null}
      {doubt === null ? null : <p role="status">{t(`observation:date_doubt.${doubt}`)}</p>}
    </Alert>
  );
}
