// Filters by whether a component has images with the result, or observations.
import { useSetAtom } from "jotai";
import type { KnownThing } from "../../domain/column/filter.ts";
import { addFilter } from "../../state/plant/filter/filter.ts";
import { t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import css from "./filters.module.css";

export function KnownForm({ of }: { of: KnownThing }) {
  const add = useSetAtom(addFilter);
  return (
    <>
      <p className={css.soft}>{t("filter:inside_too")}</p>
      <div className={css.pair}>
        {([true, false] as const).map((present) => (
          <Button key={String(present)} onPress={() => add({ kind: "known", of, present })}>
            {t(`filter:chip.${present ? "with" : "without"}_${of}`)}
          </Button>
        ))}
      </div>
    </>
  );
}
