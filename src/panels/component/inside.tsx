// What is broken inside a tracker, an SCA or a loop: the worst fault first, each one press away from its worst component.
import { useAtomValue, useSetAtom } from "jotai";
import { CircleCheck } from "lucide-react";
import { openComponent, openRowAtom } from "../../state/plant/component/component.ts";
import { nameUnder } from "../../state/plant/component/component-words.ts";
import { insideAtom, type Inside, type InsideOpen } from "../../state/plant/column/inside.ts";
import { severityColoursAtom, severitySymbol } from "../../state/plant/column/value-colour.ts";
import {
  className,
  componentTypeInText,
  formatValue,
  severityName,
} from "../../state/plant/column/value-words.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { SeverityMark } from "../../ui/chart/severity-mark.tsx";
import css from "./inside.module.css";

/** Of the faults besides the worst one. */
const MOST_OTHERS = 6;

const partsInText = ({ component_type, all }: InsideOpen["parts"][number]) =>
  `${formatNumber(all)} ${componentTypeInText(component_type, all !== 1)}`;

export function InsideFaults() {
  const inside = useAtomValue(insideAtom);
  if (!inside) return null;
  const [worst, ...others] = inside.faults;
  return (
    <section className={css.inside} aria-label={t("component:inside.title")}>
      {worst ? <Worst fault={worst} /> : <Nothing inside={inside} />}
      {others.length > 0 ? (
        <ul className={css.others} aria-label={t("component:inside.more")}>
          {others.slice(0, MOST_OTHERS).map((fault) => (
            <li key={`${fault.figure.id} ${fault.value}`}>
              <Other fault={fault} />
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function Worst({ fault }: { fault: Inside }) {
  const { severity, severities, figure, value, count, all, at, size } = fault;
  const colours = useAtomValue(severityColoursAtom);
  const over = useAtomValue(openRowAtom);
  const open = useSetAtom(openComponent);
  const parts = partsInText({ component_type: at.component_type, all, known: all });
  const name = over ? nameUnder(over, at) : "";
  const words = size
    ? t("component:inside.worst_size", { name, size: formatValue(size.keyFigure, size.value) })
    : t("component:inside.worst", { name });
  return (
    <>
      <h4 className={css.title}>
        {severities[severity] === count ? (
          <SeverityMark symbol={severitySymbol(severity)} colour={colours[severity]} size={18} />
        ) : null}
        <span>
          {t("component:inside.fault", {
            fault: className(figure, value),
            n: formatNumber(count),
            parts,
          })}
        </span>
      </h4>
      <p className={css.line}>
        {severities[severity] === count ? <strong>{severityName(severity)}</strong> : null}
        <button type="button" className={css.go} onClick={() => open(at, true)}>
          {words}
        </button>
        <BySeverity severities={severities} />
      </p>
    </>
  );
}

function Other({ fault: { severity, severities, figure, value, count, at } }: { fault: Inside }) {
  const colours = useAtomValue(severityColoursAtom);
  const open = useSetAtom(openComponent);
  return (
    <button type="button" className={css.other} onClick={() => open(at, true)}>
      {/* A sign stands for all of them, or there is one for each severity with its count. */}
      {severities[severity] === count ? (
        <SeverityMark
          symbol={severitySymbol(severity)}
          colour={colours[severity]}
          label={severityName(severity)}
        />
      ) : null}
      {t("component:inside.other", { fault: className(figure, value), n: formatNumber(count) })}
      <BySeverity severities={severities} />
    </button>
  );
}

/** How many are of which severity; nothing where all are of one, whose sign is beside the name. */
function BySeverity({ severities }: Pick<Inside, "severities">) {
  const colours = useAtomValue(severityColoursAtom);
  const some = ([3, 2, 1, 0] as const).filter((one) => severities[one] > 0);
  if (some.length < 2) return null;
  return some.map((one) => (
    <span key={one} className={css.part}>
      <SeverityMark symbol={severitySymbol(one)} colour={colours[one]} label={severityName(one)} />
      {formatNumber(severities[one])}
    </span>
  ));
}

/** Nothing found is said of the parts that were judged only. */
function Nothing({ inside: { parts } }: { inside: InsideOpen }) {
  const words = parts.map((part) => partsInText({ ...part, all: part.known })).join(", ");
  const unknown = parts.filter(({ all, known }) => known < all);
  if (parts.every(({ known }) => known === 0)) return null;
  return (
    <>
      <h4 className={css.title}>
        <CircleCheck size={18} aria-hidden="true" />
        <span>{t("component:inside.none", { parts: words })}</span>
      </h4>
      {unknown.length > 0 ? (
        <p className={css.line}>
          {t("component:inside.unknown", {
            n: unknown
              .map((part) => partsInText({ ...part, all: part.all - part.known }))
              .join(", "),
          })}
        </p>
      ) : null}
    </>
  );
}
