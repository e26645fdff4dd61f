// Downloads exactly the listed observations.
import { useAtomValue, useSetAtom } from "jotai";
import { Download } from "lucide-react";
import { isWaitingId } from "../../domain/observation/waiting-observation.ts";
import { offlineAtom } from "../../state/account/offline.ts";
import { exportObservations } from "../../state/observation/export.ts";
import { listedObservationsAtom } from "../../state/observation/filter.ts";
import { t } from "../../state/shell/locale.ts";
import { IconButton } from "../../ui/button.tsx";
import { Menu } from "../../ui/overlay.tsx";

const formats = ["csv", "geojson", "xlsx"] as const;

export function ListExport() {
  // The server writes the file, with what it has.
  const count = useAtomValue(listedObservationsAtom).filter(({ id }) => !isWaitingId(id)).length;
  const save = useSetAtom(exportObservations);
  const isOffline = useAtomValue(offlineAtom) !== null;
  const entries = formats.map((format) => ({
    id: format,
    ...(isOffline && { isDisabled: true, hint: t("offline:needs_network") }),
    label: t(`observation:export.${format}`),
    run: () => void save(format),
  }));
  return (
    <Menu label={t("export:title")} groups={[{ entries }]}>
      <IconButton size="sm" label={t("export:title")} isDisabled={count === 0}>
        <Download size={15} aria-hidden="true" />
      </IconButton>
    </Menu>
  );
}
