// Collectors that no single photo of the plan shows whole, or only from beside their normal: said before routes are generated.
import { useSetAtom } from "jotai";
import {
  MOST_OFF_NORMAL_DEG,
  type FlownFacts,
} from "../../domain/flight/plan/flight-preview-shape.ts";
import { flyTo } from "../../state/map/view.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { Alert } from "../../ui/feedback.tsx";
import css from "./flight.module.css";

/** Near enough to see a collector among its neighbours. */
const NEAR_ZOOM = 17;

type Props = { readonly collectors: NonNullable<FlownFacts["collectors"]> };

export function CollectorNotice({ collectors }: Props) {
  const fly = useSetAtom(flyTo);
  const { count: all, not_whole, aslant, off_normal_deg, listed } = collectors;
  if (not_whole + aslant === 0) return null;
  const degrees = (value: number) => formatNumber(value, 0);
  return (
    <Alert tone="watch">
      {not_whole > 0 ? <p>{t("flight:collector.not_whole", { count: not_whole, all })}</p> : null}
      {aslant > 0 ? (
        <p>
          {t("flight:collector.aslant", {
            count: aslant,
            all,
            most: MOST_OFF_NORMAL_DEG,
            worst: degrees(off_normal_deg?.worst ?? 0),
          })}
        </p>
      ) : null}
      <p>{t("flight:collector.way_out")}</p>
      <div className={css.acts}>
        {listed.map(({ place, off_normal_deg: off }) => (
          <Button
            key={place.join()}
            size="sm"
            onPress={() => fly({ middle: place, leastZoom: NEAR_ZOOM })}
          >
            {off === null
              ? t("flight:collector.show")
              : t("flight:collector.show_off", { degrees: degrees(off) })}
          </Button>
        ))}
      </div>
    </Alert>
  );
}
