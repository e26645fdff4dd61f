// The plant in a few numbers, over the map: findings, their change, lost energy, what was not measured.
import { useState } from "react";
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { ChevronDown, ChevronUp } from "lucide-react";
import {
  findingCount,
  findingShare,
  type Headline,
  type Lead,
} from "../../domain/plant/headline.ts";
import { askAtom } from "../../state/account/ask.ts";
import { coverMap } from "../../state/map/cover.ts";
import { headlineOpenAtom } from "../../state/map/headline-form.ts";
import { chooseKeyFigure } from "../../state/plant/column/key-figure.ts";
import {
  unconfirmedWords,
  energyWithRange,
  formatLostEnergy,
  lostMoneyAYear,
} from "../../state/plant/analysis/energy-words.ts";
import { addFilter } from "../../state/plant/filter/filter.ts";
import { compareAtom } from "../../state/plant/compare/compare.ts";
import { headlineAtom, leadAtom } from "../../state/plant/analysis/headline.ts";
import { lossAtom } from "../../state/plant/analysis/loss.ts";
import { componentTypeInText, keyFigureName } from "../../state/plant/column/value-words.ts";
import { plantClockAtom } from "../../state/plant/plant.ts";
import { formatNumber, formatShare, t } from "../../state/shell/locale.ts";
import { type SiteClock } from "../../state/shell/site-clock.ts";
import { openPanel } from "../../state/shell/dock.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { EnergyOnly } from "../energy-only.tsx";
import { Filtered } from "../stated.tsx";
import { About } from "./about.tsx";
import { Classes } from "./classes.tsx";
import { Evaluated } from "./evaluated.tsx";
import { LossTable, ModulePowerNote } from "./loss-table.tsx";
import { ReleaseNotes } from "./release-notes.tsx";
import { Withheld } from "./withheld.tsx";
import css from "./headline.module.css";

/** Nothing while the counts are not known: the map says what it waits for. */
export function HeadlineCard() {
  const headline = valueOf(useAtomValue(headlineAtom));
  const lead = useAtomValue(leadAtom);
  const [isOpenAlone, setOpenAlone] = useAtom(headlineOpenAtom);
  // Two maps share the room: over one of them the card would take half of it.
  const [isOpenBeside, setOpenBeside] = useState(false);
  const isSide = useAtomValue(compareAtom)?.mode === "side";
  const [isOpen, setOpen] = isSide ? [isOpenBeside, setOpenBeside] : [isOpenAlone, setOpenAlone];
  const share = lead && findingShare(lead.figure);
  if (!headline) return null;
  if (!lead || share === null || share === undefined) {
    // A survey of which nothing may be said has no share, and says that.
    return headline.withheld.length === 0 ? null : (
      <section ref={coverMap} className={css.card} aria-label={t("headline:title")}>
        <Withheld headline={headline} />
        <Evaluated headline={headline} />
        <PlaceByHand headline={headline} />
      </section>
    );
  }
  return (
    <section ref={coverMap} className={css.card} aria-label={t("headline:title")}>
      <div className={css.head}>
        <p className={css.lead}>
          <strong>{formatShare(share)}</strong> {t("headline:with_findings")}
        </p>
        <About headline={headline} lead={lead} />
        <IconButton
          size="sm"
          label={t(isOpen ? "headline:collapse" : "headline:expand")}
          aria-expanded={isOpen}
          onPress={() => setOpen(!isOpen)}
        >
          {isOpen ? (
            <ChevronDown size={15} aria-hidden="true" />
          ) : (
            <ChevronUp size={15} aria-hidden="true" />
          )}
        </IconButton>
      </div>
      {isOpen ? <Details headline={headline} lead={lead} /> : <Energy headline={headline} />}
      <Withheld headline={headline} />
      <Evaluated headline={headline} />
      <Filtered className={css.quiet} type={lead.keyFigure.component_type} isWhole />
      <ReleaseNotes />
    </section>
  );
}

function Details({ headline, lead }: { headline: Headline; lead: Lead }) {
  const { keyFigure, figure } = lead;
  const choose = useSetAtom(chooseKeyFigure);
  const clock = useAtomValue(plantClockAtom);
  const words = {
    count: formatNumber(findingCount(figure)),
    all: formatNumber(figure.value_count),
    components: componentTypeInText(keyFigure.component_type, true),
  };
  return (
    <>
      <p className={css.quiet}>
        {t("headline:of", words)}
        <br />
        <button type="button" className={css.link} onClick={() => choose(keyFigure.id)}>
          {keyFigureName(keyFigure)}
        </button>
      </p>
      <Classes lead={lead} />
      <p>{changeWords(headline, lead, clock)}</p>
      <Energy headline={headline} />
      <Counted headline={headline} />
      <Missing lead={lead} />
    </>
  );
}

/** The way out where no place was found. */
function PlaceByHand({ headline: { withheld } }: { headline: Headline }) {
  const refusal = useAtomValue(askAtom)("controlPoint.set", {
    points: [],
    origin: [0, 0],
    extent_m: 0,
  });
  const open = useSetAtom(openPanel);
  const isPlaced = withheld.every(({ reason }) => reason !== "place_not_sure");
  if (isPlaced || refusal !== null) return null;
  return (
    <Button size="sm" onPress={() => open("control-points")}>
      {t("headline:place_by_hand")}
    </Button>
  );
}

function Energy({ headline: { lost_energy, loss } }: { headline: Headline }) {
  const power = valueOf(useAtomValue(lossAtom))?.module_power;
  if (lost_energy === null && power?.is_plausible === false) return <ModulePowerNote />;
  // A sum with its upper end is two lines of a phone.
  const whole = lost_energy?.most ? undefined : css.whole;
  return (
    <>
      <p>
        {t("headline:energy")}{" "}
        <strong>
          <span className={whole}>{formatLostEnergy(lost_energy)}</span>
          {lost_energy === null || lost_energy.money === null ? null : (
            <>
              {" · "}
              <span className={whole}>{lostMoneyAYear(lost_energy)}</span>
            </>
          )}
        </strong>
        {lost_energy === null ? ` ${t("headline:energy_unknown")}` : null}
      </p>
      {lost_energy === null
        ? null
        : unconfirmedWords(lost_energy).map((words) => (
            <p key={words} className={css.quiet}>
              {words}
            </p>
          ))}
      {lost_energy === null ? null : <EnergyOnly className={css.quiet} price={loss} />}
    </>
  );
}

/** What is counted, and how much of it has a finding. */
function Counted({ headline: { lost_energy } }: { headline: Headline }) {
  const [isSplit, setSplit] = useState(false);
  const loss = valueOf(useAtomValue(lossAtom));
  const open = useSetAtom(openPanel);
  if (lost_energy === null || !loss) return null;
  const energy = energyWithRange(loss.findings);
  return (
    <>
      <p className={css.quiet}>
        {t("headline:energy_findings", { energy })}
        <br />
        <button type="button" className={css.link} onClick={() => open("repairs")}>
          {t("headline:repairs")}
        </button>
        {" · "}
        <button
          type="button"
          className={css.link}
          aria-expanded={isSplit}
          onClick={() => setSplit(!isSplit)}
        >
          {t("headline:split")}
        </button>
      </p>
      {isSplit ? <LossTable isShort /> : null}
    </>
  );
}

/** "+0.4 points since 3 Mar 2026". */
function changeWords({ previous }: Headline, { figure, before }: Lead, clock: SiteClock): string {
  if (previous === null) return t("headline:first");
  const date = clock.day(previous.flown_at);
  const [now, then] = [findingShare(figure), before ? findingShare(before) : null];
  if (now === null || then === null) return t("headline:not_before", { date });
  const points = Math.round((now - then) * 1000) / 10;
  if (points === 0) return t("headline:same", { date });
  const sign = points > 0 ? "+" : "−";
  return t("headline:change", { points: `${sign}${formatNumber(Math.abs(points), 1)}`, date });
}

/** Press to show only the components without a value. */
function Missing({ lead: { keyFigure, figure } }: { lead: Lead }) {
  const choose = useSetAtom(chooseKeyFigure);
  const filter = useSetAtom(addFilter);
  const count = Math.max(0, figure.component_count - figure.value_count);
  if (count === 0) return <p className={css.quiet}>{t("headline:all_measured")}</p>;
  const share = count / figure.component_count;
  return (
    <p className={css.quiet}>
      <button
        type="button"
        className={css.link}
        onClick={() => {
          choose(keyFigure.id);
          filter({ kind: "present", key_figure_id: keyFigure.id, present: false });
        }}
      >
        {t("headline:missing", { count: formatNumber(count), share: formatShare(share) })}
      </button>
    </p>
  );
}
