// Says that the analysis which is compared with has no values of the key figure, or that they could not be loaded.
import { useAtomValue } from "jotai";
import { compareAtom, compareColumnAtom } from "../state/plant/compare/compare.ts";
import { keyFigureAtom } from "../state/plant/column/key-figure.ts";
import { keyFigureName } from "../state/plant/column/value-words.ts";
import { t } from "../state/shell/locale.ts";
import { Alert } from "../ui/feedback.tsx";
import { LoadFault } from "./load-fault.tsx";

/** Nothing while nothing is compared, and where the other analysis has values. */
export function ComparedLack() {
  const compared = useAtomValue(compareAtom);
  const column = useAtomValue(compareColumnAtom);
  const keyFigure = useAtomValue(keyFigureAtom);
  if (!compared) return null;
  if (column.state === "failed") return <LoadFault fault={column.fault} isSmall />;
  if (column.state !== "idle" || !keyFigure) return null;
  return <Alert tone="watch">{t("compare:lacking", { name: keyFigureName(keyFigure) })}</Alert>;
}
