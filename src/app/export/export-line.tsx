// How far the export is, with a button that stops it.
import { Download, X } from "lucide-react";
import type { RunningExport } from "../../state/plant/analysis/running-export.ts";
import { formatShare, t } from "../../state/shell/locale.ts";
import { IconButton } from "../../ui/button.tsx";
import css from "../upload/upload-tray.module.css";

export function ExportLine({ running: { format, share, abort } }: { running: RunningExport }) {
  const percent = Math.floor(share * 100);
  return (
    <section className={css.tray} aria-label={t("export:title")}>
      <div className={css.line}>
        <Download size={16} aria-hidden="true" className={css.mark} />
        <p className={css.words}>
          {t("export:running", {
            format: t(`export:format.${format}`),
            share: formatShare(percent / 100, 0),
          })}
        </p>
        <IconButton size="sm" placement="top" label={t("export:stop")} onPress={abort}>
          <X size={15} aria-hidden="true" />
        </IconButton>
      </div>
      <div
        className={css.bar}
        role="progressbar"
        aria-label={t("export:title")}
        aria-valuenow={percent}
      >
        <span style={{ width: `${share * 100}%` }} />
      </div>
    </section>
  );
}
