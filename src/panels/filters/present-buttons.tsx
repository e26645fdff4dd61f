// Filters by whether a component was measured.
import { useSetAtom } from "jotai";
import type { KeyFigure } from "../../domain/key-figure/key-figure.ts";
import { addFilter } from "../../state/plant/filter/filter.ts";
import { t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import css from "./filters.module.css";

export function PresentButtons({ keyFigure }: { keyFigure: KeyFigure }) {
  const add = useSetAtom(addFilter);
  const key_figure_id = keyFigure.id;
  return (
    <div className={css.pair}>
      <Button size="sm" onPress={() => add({ kind: "present", key_figure_id, present: true })}>
        {t("filter:present")}
      </Button>
      <Button size="sm" onPress={() => add({ kind: "present", key_figure_id, present: false })}>
        {t("filter:missing")}
      </Button>
    </div>
  );
}
