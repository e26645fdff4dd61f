// What the tray says of a transfer.
import { faultWords } from "../shell/fault.ts";
import { formatBytes, formatDuration, t } from "../shell/locale.ts";
import type { Overall, Transfer } from "./transfer.ts";

/** "12.3 MB/s"; "" while unknown. */
function speedWords(speed: number | null): string {
  return speed === null ? "" : t("upload:speed", { size: formatBytes(speed) });
}

/** "3 min left"; "" while unknown. */
function leftWords(seconds_left: number | null): string {
  if (seconds_left === null) return "";
  return t("upload:left", { time: formatDuration(Math.max(1, Math.ceil(seconds_left)), "short") });
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" · ");
}

/** State, progress, speed and time left of one file. */
export function transferWords(transfer: Transfer): string {
  const { state, sent, size, speed, seconds_left, fault } = transfer;
  const progress = t("upload:of", { sent: formatBytes(sent), size: formatBytes(size) });
  if (state === "sending") {
    if (sent === 0 && speed === null) return joined(t("upload:state.starting"), formatBytes(size));
    return joined(progress, speedWords(speed), leftWords(seconds_left));
  }
  if (state === "failed") {
    const { message, details } = faultWords(fault);
    return joined(t("upload:state.failed"), details[0] ?? message);
  }
  if (state === "resuming") return joined(t("upload:state.resuming"), faultWords(fault).message);
  const isPartly = sent > 0 && sent < size;
  return joined(t(`upload:state.${state}`), isPartly ? progress : formatBytes(size));
}

/** All files in one line: "3 of 12 files uploaded · 45 % · 12 MB/s · 2 min left". */
export function overallWords(overall: Overall): string {
  const { files, done, failed, lost, moving, paused, sent, size, speed, seconds_left } = overall;
  if (done === files) return t("upload:overall.done", { count: files });
  const share = size === 0 ? 1 : Math.floor((sent / size) * 100);
  return joined(
    t("upload:overall.files", { done, count: files }),
    t("upload:overall.share", { share }),
    moving > 0 ? joined(speedWords(speed), leftWords(seconds_left)) : "",
    failed > 0 ? t("upload:overall.failed", { count: failed }) : "",
    lost > 0 ? t("upload:overall.lost", { count: lost }) : "",
    moving === 0 && paused > 0 ? t("upload:overall.paused") : "",
  );
}
