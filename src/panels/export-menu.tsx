// Exports as CSV, Excel, GeoJSON, KML, FlatGeobuf or GeoPackage; while an export runs, it can be stopped.
import { useAtomValue, useSetAtom } from "jotai";
import { Download, X } from "lucide-react";
import { exportFormats } from "../domain/export/export-request.ts";
import { reasonOf } from "../state/account/ask.ts";
import { exportRefusalAtom, saveExport, type ExportOf } from "../state/plant/analysis/export.ts";
import { exportAtom } from "../state/plant/analysis/running-export.ts";
import { t } from "../state/shell/locale.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { Menu } from "../ui/overlay.tsx";

type ExportMenuProps = {
  of: ExportOf;
  /** Number of rows; nothing can be exported where there are none. */
  count: number;
  /** Shows the icon alone. */
  isIcon?: boolean;
};

export function ExportMenu({ of, count, isIcon = false }: ExportMenuProps) {
  const running = useAtomValue(exportAtom);
  const refusal = useAtomValue(exportRefusalAtom);
  const save = useSetAtom(saveExport);
  if (refusal?.isHidden) return null;
  if (running) return <Trigger isIcon={isIcon} onStop={() => running.abort()} />;
  const trigger = (
    <Trigger isIcon={isIcon} reason={reasonOf(refusal)} isDisabled={!refusal && count === 0} />
  );
  if (refusal) return trigger;
  const entries = exportFormats.map((format) => ({
    id: format,
    label: t(`export:format.${format}`),
    hint: t(`export:hint.${format}`),
    run: () => void save(of, format),
  }));
  return (
    <Menu label={t("export:title")} groups={[{ entries }]}>
      {trigger}
    </Menu>
  );
}

type TriggerProps = {
  isIcon: boolean;
  reason?: string | null;
  isDisabled?: boolean;
  /** Stops the running export; the button opens the menu where there is none. */
  onStop?: () => void;
};

function Trigger({ isIcon, reason = null, isDisabled = false, onStop }: TriggerProps) {
  const label = t(onStop ? "export:stop" : "export:title");
  const Icon = onStop ? X : Download;
  const props = { size: "sm", reason, isDisabled, ...(onStop ? { onPress: onStop } : {}) } as const;
  return isIcon ? (
    <IconButton {...props} label={label}>
      <Icon size={15} aria-hidden="true" />
    </IconButton>
  ) : (
    <Button {...props} icon={<Icon size={14} aria-hidden="true" />}>
      {label}
    </Button>
  );
}
