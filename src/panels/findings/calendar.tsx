// Findings by the day on which they are due.
import { useAtom, useAtomValue } from "jotai";
import { dueFindingsAtom, todayAtom } from "../../state/plant/finding/listed.ts";
import { findingCalendarAtom } from "../../state/plant/finding/view.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { DueCalendar } from "../due-calendar/due-calendar.tsx";
import { FindingRows } from "./finding-rows.tsx";

export function FindingCalendar() {
  const [place, setPlace] = useAtom(findingCalendarAtom);
  return (
    <DueCalendar
      due={useAtomValue(dueFindingsAtom)}
      today={useAtomValue(todayAtom)}
      place={place}
      onPlace={setPlace}
      countWords={(count) => t("finding:count", { count, n: formatNumber(count) })}
    >
      {/* Another list begins at its top. */}
      {(findings, label) => <FindingRows key={label} findings={findings} label={label} />}
    </DueCalendar>
  );
}
