// Names the filters, and says how many components pass them: nothing without filters.
import { useAtomValue } from "jotai";
import type { ComponentType } from "../domain/component/component.ts";
import { filterNamesAtom, passingWordsAtom } from "../state/plant/filter/filtered-words.ts";
import { t } from "../state/shell/locale.ts";

type FilteredProps = {
  className?: string | undefined;
  type: ComponentType;
  /** The numbers beside it count all components, whatever is filtered. */
  isWhole?: boolean;
};

export function Filtered({ className, type, isWhole = false }: FilteredProps) {
  const names = useAtomValue(filterNamesAtom);
  const passing = useAtomValue(passingWordsAtom)(type);
  if (names === "") return null;
  return (
    <p className={className}>
      {t("filter:filtered", { names })}
      {passing === "" ? null : ` · ${passing}`}
      {isWhole ? (
        <>
          <br />
          {t("filter:whole")}
        </>
      ) : null}
    </p>
  );
}
