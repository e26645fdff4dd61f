// Selects the columns of the table and their order.
import { useAtom, useAtomValue } from "jotai";
import { ArrowDown, ArrowUp } from "lucide-react";
import { disabledKeyFiguresAtom } from "../../state/settings/enabled-key-figure.ts";
import { columnTitleAtom } from "../../state/plant/column/column-title.ts";
import { t } from "../../state/shell/locale.ts";
import {
  possibleColumnsAtom,
  shownColumnsAtom,
  type ColumnId,
} from "../../state/plant/filter/table.ts";
import { IconButton } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/form/toggle.tsx";
import css from "./table.module.css";

export function ColumnChooser() {
  const possible = useAtomValue(possibleColumnsAtom);
  const [shown, setShown] = useAtom(shownColumnsAtom);
  const off = useAtomValue(disabledKeyFiguresAtom);
  const columnTitle = useAtomValue(columnTitleAtom);
  const hidden = possible.filter((id) => !shown.includes(id));
  const move = (id: ColumnId, by: number) => {
    const at = shown.indexOf(id);
    setShown(shown.toSpliced(at, 1).toSpliced(at + by, 0, id));
  };
  return (
    <ul className={css.chooser} aria-label={t("table:columns")}>
      {[...shown, ...hidden].map((id) => {
        const at = shown.indexOf(id);
        const name = columnTitle(id);
        return (
          <li key={id}>
            <Checkbox
              isSelected={at >= 0}
              isDisabled={at >= 0 && shown.length === 1}
              onChange={(is) => setShown(is ? [...shown, id] : shown.filter((one) => one !== id))}
            >
              {off.has(Number(id)) ? `${name} (${t("plant-settings:figure.off")})` : name}
            </Checkbox>
            {at >= 0 ? (
              <span className={css.movers}>
                <IconButton
                  size="sm"
                  label={t("table:move_left", { name })}
                  isDisabled={at === 0}
                  onPress={() => move(id, -1)}
                >
                  <ArrowUp size={13} aria-hidden="true" />
                </IconButton>
                <IconButton
                  size="sm"
                  label={t("table:move_right", { name })}
                  isDisabled={at === shown.length - 1}
                  onPress={() => move(id, 1)}
                >
                  <ArrowDown size={13} aria-hidden="true" />
                </IconButton>
              </span>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}
