// The components that no photo of the plan shows whole: said, listed and shown on the map before routes are generated and after.
import { useSetAtom } from "jotai";
import type { ComponentType } from "../../domain/component/component.ts";
import { componentName } from "../../state/plant/component/component-words.ts";
import { select } from "../../state/plant/component/selection.ts";
import { componentTypeInText } from "../../state/plant/column/value-words.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { Alert } from "../../ui/feedback.tsx";
import css from "./unseen-components.module.css";

/** Named in the panel; the map shows all that are known. */
const NAMED = 8;

type Props = {
  readonly seen: {
    readonly components: number;
    readonly unseen: number;
    /** Of the first of them, by the rows of the twin. */
    readonly rows: readonly number[];
  };
  readonly type: ComponentType;
};

export function UnseenComponents({ seen, type }: Props) {
  const choose = useSetAtom(select);
  if (seen.unseen === 0) return null;
  const { rows } = seen;
  const names = rows.slice(0, NAMED).map((row) => componentName({ component_type: type, row }));
  const more = seen.unseen - names.length;
  return (
    <Alert tone="watch">
      <p>
        {t("flight:unseen.text", {
          count: seen.unseen,
          all: formatNumber(seen.components),
          types: componentTypeInText(type, true),
          percent: formatNumber((100 * (seen.components - seen.unseen)) / seen.components, 1),
        })}
      </p>
      <p>
        {names.join(", ")}
        {more > 0 ? ` ${t("flight:unseen.more", { count: more })}` : null}
      </p>
      <p>{t("flight:unseen.way_out")}</p>
      <div className={css.acts}>
        <Button
          size="sm"
          onPress={() => choose({ component_type: type, rows: [...rows], mode: "replace" })}
        >
          {t("flight:unseen.show")}
        </Button>
      </div>
    </Alert>
  );
}
