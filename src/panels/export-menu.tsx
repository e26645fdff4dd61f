// Exports as CSV, GeoJSON or KML; while an export runs, it can be stopped.
import { useAtomValue, useSetAtom } from "jotai";
import { Download, X } from "lucide-react";
import { exportFormats } from "../domain/export/export-request.ts";
import { reasonOf } from "../state/account/ask.ts";
import { exportAtom, exportRefusalAtom, saveExport, type ExportOf } from "../state/plant/export.ts";
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
  const Trigger = ({ stops }: { stops?: () => void }) => {
    const label = t(stops ? "export:stop" : "export:title");
    const Icon = stops ? X : Download;
    const props = {
      size: "sm" as const,
      reason: reasonOf(refusal),
      isDisabled: count === 0,
      ...(stops ? { onPress: stops } : {}),
    };
    return isIcon ? (
      <IconButton {...props} label={label}>
        <Icon size={15} aria-hidden="true" />
      </IconButton>
    ) : (
      <Button {...props} icon={<Icon size={14} aria-hidden="true" />}>
        {label}
      </Button>
    );
  };
  if (running) return Trigger({ stops: () => running.abort() });
  if (refusal) return Trigger({});
  const entries = exportFormats.map((format) => ({
    id: format,
    label: t(`export:format.${format}`),
    hint: t(`export:hint.${format}`),
    run: () => void save(of, format),
  }));
  return (
    <Menu label={t("export:title")} groups={[{ entries }]}>
      {Trigger({})}
    </Menu>
  );
}
