// Makes a work order of the repairs that the budget pays for.
import { useEffect, useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { HardHat } from "lucide-react";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { findingColumnsAtom, loadFindingColumns } from "../../state/plant/finding/survey.ts";
import { repairFindingsAtom } from "../../state/plant/work-order/repair.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { OrderDialog } from "../work-order/order-dialog.tsx";

export function RepairOrder() {
  const ask = useAtomValue(askAtom);
  const columns = useAtomValue(findingColumnsAtom);
  const load = useSetAtom(loadFindingColumns);
  const found = useAtomValue(repairFindingsAtom);
  const [isAsked, setAsked] = useState(false);
  const refusal = ask("workOrder.create", {});
  const isHidden = refusal?.isHidden === true;
  useEffect(() => {
    if (!isHidden) void load(columns);
  }, [isHidden, load, columns]);
  if (isHidden) return null;
  const findings = found?.findings ?? [];
  const { without = 0, repairs = 0 } = found ?? {};
  const isWithout = repairs > 0 && without === repairs;
  return (
    <>
      <Button
        size="sm"
        icon={<HardHat size={14} aria-hidden="true" />}
        reason={reasonOf(refusal) ?? (isWithout ? t("work-order:repairs_without_all") : null)}
        isDisabled={findings.length === 0}
        onPress={() => setAsked(true)}
      >
        {t("work-order:of_repairs")}
      </Button>
      {isAsked && found ? (
        <OrderDialog
          findings={findings}
          titleOf={(isSafety) => t(`work-order:repairs_${isSafety ? "safety" : "money"}`)}
          note={
            without > 0
              ? t("work-order:repairs_without", {
                  n: formatNumber(without),
                  all: formatNumber(repairs),
                })
              : null
          }
          onClose={() => setAsked(false)}
        />
      ) : null}
    </>
  );
}
