// The findings of the plant could not be loaded: orders are not finished or printed without them, until they load again.
import { useAtomValue } from "jotai";
import { livesAtom } from "../../state/plant/finding/life.ts";
import { t } from "../../state/shell/locale.ts";
import { LoadFault } from "../load-fault.tsx";

export function FindingsFault() {
  const lives = useAtomValue(livesAtom);
  if (lives.state !== "failed") return null;
  return <LoadFault fault={lives.fault} what={t("work-order:findings_fault")} isSmall />;
}
