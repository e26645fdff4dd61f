// Chooses the evaluation batch of one route among those of the plant.
import { useAtomValue, useSetAtom } from "jotai";
import { Layers2 } from "lucide-react";
import type { FlightRouteRecord } from "../../domain/flight/route/flight-route-record.ts";
import { chooseRouteBatch } from "../../state/plant/analysis/flight-campaign.ts";
import { evaluationBatchesAtom } from "../../state/settings/evaluation-batch.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { t } from "../../state/shell/locale.ts";
import { showFault } from "../../state/shell/toast.ts";
import { IconButton } from "../../ui/button.tsx";
import { Menu } from "../../ui/overlay.tsx";

/** Nothing where the plant has no batches, as there is nothing to choose. */
export function BatchMenu({ route }: { route: FlightRouteRecord }) {
  const batches = valueOf(useAtomValue(evaluationBatchesAtom)) ?? [];
  const choose = useSetAtom(chooseRouteBatch);
  const { name, eval_batch_num: chosen } = route;
  if (batches.length === 0 && chosen === null) return null;
  const options = [
    { number: null, label: t("flight-route:batch.none") },
    ...batches.map((batch) => ({ number: batch.number, label: `${batch.number} · ${batch.name}` })),
  ];
  const label = t("flight-route:batch.choose", { name });
  const entries = options.map((option) => ({
    id: String(option.number ?? 0),
    label: option.label,
    isOn: option.number === chosen,
    run: () => void choose(route, option.number).catch(showFault),
  }));
  return (
    <Menu label={label} groups={[{ title: t("flight:field.eval_batch_num"), entries }]}>
      <IconButton size="sm" label={label} placement="left">
        <Layers2 size={14} aria-hidden="true" />
      </IconButton>
    </Menu>
  );
}
