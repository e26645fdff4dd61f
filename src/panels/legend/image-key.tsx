// The points where images were taken: which colour is which kind, and how many of them the map draws.
import { useAtomValue } from "jotai";
import { imageKeyAtom } from "../../state/map/image-key.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { SeverityMark } from "../../ui/chart/severity-mark.tsx";
import css from "./legend.module.css";

export function ImageKey() {
  const key = useAtomValue(imageKeyAtom);
  if (!key) return null;
  return (
    <section className={css.observed} aria-label={t("layer:images")}>
      <p className={css.observedNote}>{t("layer:images")}</p>
      <ul className={css.classes}>
        {key.kinds.map(({ kind, colour, count }) => (
          <li key={kind} className={css.plain}>
            <SeverityMark symbol="circle" colour={colour} />
            <span className={css.className}>{t(`survey-image:kind.${kind}`)}</span>
            <span>{formatNumber(count)}</span>
          </li>
        ))}
      </ul>
      {key.drawn === null ? null : (
        <p className={css.observedNote} role="note">
          {t("legend:images_drawn", {
            drawn: formatNumber(key.drawn),
            all: formatNumber(key.all),
          })}
        </p>
      )}
    </section>
  );
}
