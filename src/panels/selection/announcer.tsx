// Announces the selection and the open component's class to screen readers.
import { useAtomValue } from "jotai";
import { componentResultAtom, openRowAtom } from "../../state/plant/component/component.ts";
import { columnAtom, keyFigureAtom } from "../../state/plant/column/key-figure.ts";
import { seenWordsAtom } from "../../state/plant/column/detection-limit.ts";
import { columnValues } from "../../state/plant/column/column.ts";
import { valueAt } from "../../domain/column/column.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { componentName } from "../../state/plant/component/component-words.ts";
import { selectionAtom } from "../../state/plant/component/selection.ts";
import { severityAtom } from "../../state/plant/column/value-colour.ts";
import {
  componentTypeInText,
  keyFigureName,
  severityName,
} from "../../state/plant/column/value-words.ts";

export function Announcer() {
  const selection = useAtomValue(selectionAtom);
  const open = useAtomValue(openRowAtom);
  const keyFigure = useAtomValue(keyFigureAtom);
  const hash = valueOf(useAtomValue(columnAtom))?.hash;
  const severityOf = useAtomValue(severityAtom);
  const seenWords = useAtomValue(seenWordsAtom);
  // The component is announced again when its values are loaded.
  useAtomValue(componentResultAtom);
  const parts: string[] = [];
  if (selection) {
    const type = componentTypeInText(selection.component_type, selection.count !== 1);
    parts.push(t("selection:count", { n: formatNumber(selection.count), type }));
  }
  if (open) {
    parts.push(componentName(open));
    const values = hash === undefined ? undefined : columnValues(hash);
    if (values && keyFigure && keyFigure.component_type === open.component_type) {
      const value = valueAt(values, open.row);
      const severity = severityOf(keyFigure, value);
      parts.push(`${keyFigureName(keyFigure)}: ${seenWords(keyFigure, value)}`);
      if (severity !== null) parts.push(severityName(severity));
    }
  }
  return (
    <output className="visually-hidden" aria-live="polite">
      {parts.join(", ")}
    </output>
  );
}
