// How many findings are chosen, and what can be done with all of them.
import { useAtomValue, useSetAtom } from "jotai";
import { MapPin, X } from "lucide-react";
import { chooseNoFindings, chosenFindingsAtom } from "../../state/plant/finding/listed.ts";
import { selectFindings } from "../../state/plant/finding/export.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { IconButton } from "../../ui/button.tsx";
import { FindingActions } from "../finding-life/actions.tsx";
import { WarrantyButton } from "./warranty-button.tsx";
import css from "./findings.module.css";

export function ChosenBar() {
  const chosen = useAtomValue(chosenFindingsAtom);
  const clear = useSetAtom(chooseNoFindings);
  const showOnMap = useSetAtom(selectFindings);
  if (chosen.length === 0) return null;
  const count = chosen.length;
  return (
    <div className={css.bar} role="toolbar" aria-label={t("finding:chosen", { count, n: count })}>
      <strong>{t("finding:chosen", { count, n: formatNumber(count) })}</strong>
      <FindingActions findings={chosen} />
      <WarrantyButton findings={chosen} />
      <IconButton size="sm" label={t("finding:on_map")} onPress={() => showOnMap(chosen)}>
        <MapPin size={14} aria-hidden="true" />
      </IconButton>
      <IconButton size="sm" label={t("finding:choose_none")} onPress={() => clear()}>
        <X size={14} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
