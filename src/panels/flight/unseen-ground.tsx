// Ground of an area that no photo of the plan shows: said with its places before routes are generated.
import { useSetAtom } from "jotai";
import type { UnseenGround } from "../../domain/flight/plan/flight-preview-shape.ts";
import { flyTo } from "../../state/map/view.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { Alert } from "../../ui/feedback.tsx";
import css from "./flight.module.css";

/** Near enough to see single rows. */
const NEAR_ZOOM = 18;

/** Two digits that count, however small the ground is. */
const hectaresWords = (hectares: number) => formatNumber(hectares, hectares < 0.1 ? 4 : 2);

/** The same for a part of the area. */
const percentWords = (percent: number) => formatNumber(percent, percent < 0.1 ? 4 : 2);

export function UnseenGroundNotice({ ground }: { readonly ground: UnseenGround }) {
  const fly = useSetAtom(flyTo);
  return (
    <Alert tone="watch">
      <p>
        {t("flight:unseen.ground", {
          count: ground.patches,
          hectares: hectaresWords(ground.hectares),
          percent: percentWords(ground.percent),
        })}
      </p>
      <p>{t("flight:unseen.way_out")}</p>
      <div className={css.acts}>
        {ground.listed.map(({ hectares, place }) => (
          <Button
            key={place.join()}
            size="sm"
            onPress={() => fly({ middle: place, leastZoom: NEAR_ZOOM })}
          >
            {t("flight:unseen.ground_show", { hectares: hectaresWords(hectares) })}
          </Button>
        ))}
      </div>
    </Alert>
  );
}
