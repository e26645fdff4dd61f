// Asks whether the time of an observation is right where it hardly can be. It may be kept.
import { useState } from "react";
import { dateDoubt } from "../../domain/observation/doubtful-date.ts";
import { t } from "../../state/shell/locale.ts";
import { Alert } from "../../ui/feedback.tsx";

/** @param observed_at of the form, ISO 8601; empty where it is no time */
export function DateDoubt({ observed_at }: { observed_at: string }) {
  const [now] = useState(() => Date.now());
  const doubt = dateDoubt(observed_at, now);
  if (doubt === null) return null;
  return (
    <Alert tone="watch">
      <p role="status">{t(`observation:date_doubt.${doubt}`)}</p>
    </Alert>
  );
}
