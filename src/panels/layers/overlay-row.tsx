// What the overlay of the plant is, below its layer.
import { useAtomValue } from "jotai";
import { loadedOverlayAtom } from "../../state/map/file-overlay.ts";
import { t } from "../../state/shell/locale.ts";
import { Skeleton } from "../../ui/feedback.tsx";
import { LoadFault } from "../load-fault.tsx";
import css from "./layers.module.css";

export function OverlayRow() {
  const overlay = useAtomValue(loadedOverlayAtom);
  if (overlay.state === "failed") return <LoadFault fault={overlay.fault} isSmall />;
  if (overlay.state === "loading") return <Skeleton label={t("shell:loading")} lines={1} />;
  return (
    <p className={css.hint}>
      {overlay.state === "ready" ? overlay.value.file_name : t("layer:no_file_overlay")}
    </p>
  );
}
