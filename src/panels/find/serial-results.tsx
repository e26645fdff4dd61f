// Components whose serial number has the searched letters, below those that are found by name.
import { useAtomValue, useSetAtom } from "jotai";
import { limits } from "../../domain/limits.ts";
import type { SerialFound } from "../../domain/serial-number/serial-number.ts";
import { openComponent } from "../../state/plant/component/component.ts";
import { pathName } from "../../state/plant/component/component-words.ts";
import { foundSerialsAtom } from "../../state/plant/serial-number.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { LoadFault } from "../load-fault.tsx";
import css from "./find.module.css";

export function SerialResults() {
  const found = useAtomValue(foundSerialsAtom);
  if (found.state === "failed") return <LoadFault fault={found.fault} isSmall />;
  if (found.state !== "ready" || found.value.length === 0) return null;
  return (
    <section className={css.serials} aria-label={t("serial-number:find.title")}>
      <h3 className={css.group}>{t("serial-number:find.title")}</h3>
      <ul>
        {found.value.map((one) => (
          <Result key={`${one.dt_id} ${one.serial}`} found={one} />
        ))}
      </ul>
      {found.value.length >= limits.serialsFound ? (
        <p className={css.unlisted}>
          {t("serial-number:find.first", { n: formatNumber(limits.serialsFound) })}
        </p>
      ) : null}
    </section>
  );
}

function Result({ found }: { found: SerialFound }) {
  const open = useSetAtom(openComponent);
  const { row, component_type, dt_id, pcs, serial, is_present } = found;
  const words = is_present ? serial : t("serial-number:find.former", { serial });
  const name = pcs || dt_id;
  if (row === null) {
    return (
      <li className={css.gone}>
        <strong>{name}</strong>
        <span>{`${words} · ${t("serial-number:find.gone")}`}</span>
      </li>
    );
  }
  const at = { component_type, row, dt_id, pcs };
  return (
    <li>
      <button type="button" className={css.result} onClick={() => open(at, true)}>
        <strong>{name}</strong>
        <span>{[words, pathName(at)].filter(Boolean).join(" · ")}</span>
      </button>
    </li>
  );
}
