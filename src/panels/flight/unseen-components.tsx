// The components that no photo of the plan shows whole: said, listed and shown on the map before routes are generated.
import { useSetAtom } from "jotai";
import type { ComponentType } from "../../domain/component/component.ts";
import type { FlownFacts } from "../../domain/flight/plan/flown-facts.ts";
import { componentName } from "../../state/plant/component/component-words.ts";
import { select } from "../../state/plant/component/selection.ts";
import { componentTypeInText } from "../../state/plant/column/value-words.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { Alert } from "../../ui/feedback.tsx";
import css from "./flight.module.css";

/** Named in the panel; the map shows all that are known. */
const NAMED = 8;

type Props = { readonly flown: FlownFacts; readonly type: ComponentType };

export function UnseenComponents({ flown, type }: Props) {
  const choose = useSetAtom(select);
  const { seen } = flown;
  if (!seen || seen.unseen === 0) return null;
  const rows = seen.listed.map(({ row }) => row);
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
        <Button size="sm" onPress={() => choose({ component_type: type, rows, mode: "replace" })}>
          {t("flight:unseen.show")}
        </Button>
      </div>
    </Alert>
  );
}
