// What the pilot must know of routes that leave, or that were added.
import { useSetAtom } from "jotai";
import { readWarnings } from "../../state/plant/analysis/flight-campaign.ts";
import { t } from "../../state/shell/locale.ts";
import { refusalWords } from "../../state/shell/refusal-words.ts";
import { showNote } from "../../state/shell/toast.ts";

/** @returns says the warnings of routes of the chosen campaign, by their ids; without, of all */
export function useRouteWarnings(): (ids?: readonly number[]) => void {
  const read = useSetAtom(readWarnings);
  return (ids) => {
    for (const { names, problem, others } of read(ids)) {
      const warning = `${names}: ${refusalWords(problem)}`;
      showNote(others === null ? warning : t("flight-route:warned_others", { warning, others }));
    }
  };
}
