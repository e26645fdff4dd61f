// Changes findings from a button or a form: those that can be changed so, with a way back.
import { useAtomValue, useSetAtom } from "jotai";
import type { ListedFinding } from "../../domain/finding/finding-list.ts";
import type { FindingFields } from "../../domain/finding/finding-life.ts";
import { changeable, listedTarget } from "../../state/plant/finding/listed.ts";
import { changeFindings } from "../../state/plant/finding/life.ts";
import { nothingChanged, withConflict } from "../../state/plant/finding/words.ts";
import { analysisIdAtom } from "../../state/plant/analysis/analysis.ts";
import { twinAtom } from "../../state/plant/plant.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { showDone } from "../../state/shell/toast.ts";
import { undo } from "../../state/shell/undo.ts";

/** A function that makes the change; it rejects with the fault, which also says what others have made of a finding. */
export function useChange() {
  const change = useSetAtom(changeFindings);
  const takeBack = useSetAtom(undo);
  const isOpen = useAtomValue(analysisIdAtom) !== null;
  const isTwinLost = useAtomValue(twinAtom).state === "failed";
  return async (findings: readonly ListedFinding[], fields: FindingFields): Promise<void> => {
    const targets = changeable(findings, fields).flatMap((one) => listedTarget(one) ?? []);
    if (targets.length === 0 || !isOpen) {
      throw nothingChanged(findings, fields, isOpen, isTwinLost);
    }
    try {
      await change(targets, fields);
    } catch (cause) {
      throw withConflict(cause);
    }
    const count = targets.length;
    const words = { count, n: formatNumber(count), of: formatNumber(findings.length) };
    // Some cannot be changed so: they stay as they are, which is said.
    const done = count < findings.length ? "finding:changed_some" : "finding:changed";
    showDone(t(done, words), {
      label: t("shell:command.undo"),
      run: () => void takeBack(),
    });
  };
}
