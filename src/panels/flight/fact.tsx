// A number with its unit, and a hint that explains it: the term, the unit, the formula.
import { Info } from "lucide-react";
import { t } from "../../state/shell/locale.ts";
import { IconButton } from "../../ui/button.tsx";
import { Popover } from "../../ui/overlay.tsx";
import css from "./flight.module.css";

type FactProps = { readonly label: string; readonly value: string; readonly hint: string };

export function Fact({ label, value, hint }: FactProps) {
  const title = t("flight:explain", { name: label });
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {value}
        <Popover
          label={title}
          trigger={
            <IconButton size="sm" label={title}>
              <Info size={13} aria-hidden="true" />
            </IconButton>
          }
        >
          <p className={css.hint}>{hint}</p>
        </Popover>
      </dd>
    </div>
  );
}
