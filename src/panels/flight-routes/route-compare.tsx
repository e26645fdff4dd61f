// Routes of a file beside those of the campaign: what each costs and shows.
import { useState } from "react";
import { useSetAtom } from "jotai";
import { Scale } from "lucide-react";
import type { FlightCampaign } from "../../domain/flight/campaign/flight-campaign.ts";
import type { TakenOver } from "../../domain/flight/format/taken-over.ts";
import type {
  ComparedSide,
  RouteComparison,
} from "../../domain/flight/route/route-compare-shape.ts";
import { compareWithOurs } from "../../state/map/flight-route-file.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { showFault } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import css from "./flight-routes.module.css";

type Props = {
  readonly campaign: FlightCampaign;
  readonly routes: readonly TakenOver[];
  /** That was entered for routes without heights of their own. */
  readonly height: number | null;
};

const rowsOf = (side: ComparedSide): readonly (readonly [key: string, value: string])[] => [
  ["sorties", formatNumber(side.sorties)],
  ["path", `${formatNumber(side.distance_m / 1000, 2)} km`],
  ["flight", `${formatNumber(side.duration_s / 60, 1)} min`],
  ["photos", formatNumber(side.photos)],
  ["coverage", `${formatNumber(side.coverage_percent, 1)} %`],
  ...(side.components_unseen === null
    ? []
    : [["unseen", formatNumber(side.components_unseen)] as const]),
];

export function RouteCompare({ campaign, routes, height }: Props) {
  const compare = useSetAtom(compareWithOurs);
  const [isPending, setPending] = useState(false);
  const [known, setKnown] = useState<(RouteComparison & { height: number | null }) | null>(null);
  const ask = async () => {
    setPending(true);
    try {
      setKnown({ ...(await compare(campaign.id, routes)), height });
    } catch (cause) {
      showFault(cause);
    }
    setPending(false);
  };
  // Another height shows another ground.
  const answer = known?.height === height ? known : null;
  if (!answer) {
    return (
      <div className={css.actions}>
        <Button
          size="sm"
          icon={<Scale size={14} aria-hidden="true" />}
          isPending={isPending}
          onPress={() => void ask()}
        >
          {t("flight-route:compare.ask")}
        </Button>
      </div>
    );
  }
  const [ours, theirs] = [rowsOf(answer.ours), rowsOf(answer.theirs)];
  return (
    <table className={css.table} aria-label={t("flight-route:compare.title")}>
      <thead>
        <tr>
          <th scope="col">{t("flight-route:metrics.what")}</th>
          <th scope="col">{t("flight-route:compare.theirs")}</th>
          <th scope="col">{campaign.name}</th>
        </tr>
      </thead>
      <tbody>
        {ours.map(([key, value], at) => (
          <tr key={key}>
            <th scope="row">
              {t(key === "unseen" ? "flight-route:coverage.unseen" : `flight-route:metrics.${key}`)}
            </th>
            <td>{theirs[at]?.[1] ?? "–"}</td>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
