// Routes of a file beside those of the campaign: what each costs and shows.
import { useState } from "react";
import { useSetAtom } from "jotai";
import { Scale } from "lucide-react";
import type { Problem } from "../../domain/error.ts";
import type { FlightCampaign } from "../../domain/flight/campaign/flight-campaign.ts";
import type { TakenOver } from "../../domain/flight/format/taken-over.ts";
import type {
  ComparedSide,
  RouteComparison,
} from "../../domain/flight/route/route-compare-shape.ts";
import { unitSuffix } from "../../domain/unit-suffix.ts";
import { compareWithOurs } from "../../state/map/flight-route-file.ts";
import { formatAlignedShare, formatNumber, locale, t } from "../../state/shell/locale.ts";
import { refusalWords } from "../../state/shell/refusal-words.ts";
import { showFault } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import css from "./flight-routes.module.css";

type Props = {
  readonly campaign: FlightCampaign;
  readonly routes: readonly TakenOver[];
  /** That was entered for routes without heights of their own. */
  readonly height: number | null;
};

type Figure = {
  readonly key: string;
  readonly value: number;
  readonly digits: number;
  readonly unit: string;
};

const figuresOf = (side: ComparedSide): readonly Figure[] => [
  { key: "sorties", value: side.sorties, digits: 0, unit: "" },
  { key: "path", value: side.distance_m / 1000, digits: 2, unit: "km" },
  { key: "flight", value: side.duration_s / 60, digits: 1, unit: "min" },
  { key: "photos", value: side.photos, digits: 0, unit: "" },
  { key: "coverage", value: side.coverage_percent, digits: 1, unit: "%" },
  ...(side.components_unseen === null
    ? []
    : [{ key: "unseen", value: side.components_unseen, digits: 0, unit: "" }]),
];

const plainWords = ({ value, digits, unit }: Figure) =>
  `${formatNumber(value, digits)}${unitSuffix(unit, locale())}`;

/** A coverage of less than all is not rounded up to all. */
const words = (figure: Figure) =>
  figure.key === "coverage" ? formatAlignedShare(figure.value / 100) : plainWords(figure);

/** What the file has more or less than ours, of the figures as they are shown. */
function differenceWords(theirs: Figure, ours: Figure): string {
  const scale = 10 ** ours.digits;
  const difference = Math.round(theirs.value * scale) - Math.round(ours.value * scale);
  if (difference === 0) return words(theirs) === words(ours) ? "=" : "≈";
  const sign = difference > 0 ? "+" : "\u2212";
  return `${sign}${plainWords({ ...ours, value: Math.abs(difference) / scale })}`;
}

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
  const refused: Problem | null = routes.length === 0 ? { reason: "compare_no_routes" } : null;
  if (!answer) {
    return (
      <div className={css.actions}>
        <Button
          size="sm"
          icon={<Scale size={14} aria-hidden="true" />}
          isPending={isPending}
          reason={refused && refusalWords(refused)}
          onPress={() => void ask()}
        >
          {t("flight-route:compare.ask")}
        </Button>
      </div>
    );
  }
  const [ours, theirs] = [figuresOf(answer.ours), figuresOf(answer.theirs)];
  return (
    <table className={css.table} aria-label={t("flight-route:compare.title")}>
      <thead>
        <tr>
          <th scope="col">{t("flight-route:metrics.what")}</th>
          <th scope="col">{t("flight-route:compare.theirs")}</th>
          <th scope="col">{campaign.name}</th>
          <th scope="col">{t("flight-route:compare.difference")}</th>
        </tr>
      </thead>
      <tbody>
        {ours.map((figure, at) => {
          const { key } = figure;
          const other = theirs[at];
          return (
            <tr key={key}>
              <th scope="row">
                {t(
                  key === "unseen" ? "flight-route:coverage.unseen" : `flight-route:metrics.${key}`,
                )}
              </th>
              <td>{other ? words(other) : "–"}</td>
              <td>{words(figure)}</td>
              <td>{other ? differenceWords(other, figure) : "–"}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
