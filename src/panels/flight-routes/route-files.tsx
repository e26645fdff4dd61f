// Opens a route file: what is in it, where it leads, what forbids it, and taking it over into the campaign.
import { useId, useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import type { FlightCampaign } from "../../domain/flight/campaign/flight-campaign.ts";
import { routePhotos } from "../../domain/flight/flown/photo-points.ts";
import type { OpenedRoute } from "../../domain/flight/format/opened-route.ts";
import { askAtom } from "../../state/account/ask.ts";
import { savedAreasAtom } from "../../state/map/flight-area.ts";
import {
  candidatesAtom,
  openRouteFile,
  routeEndings,
  takeOverRoutes,
  type Candidate,
} from "../../state/map/flight-route-file.ts";
import { flightRoutesAtom } from "../../state/plant/analysis/flight-campaign.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { refusalWords } from "../../state/shell/refusal-words.ts";
import { showDone, showFault } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Alert } from "../../ui/feedback.tsx";
import { FileDrop } from "../../ui/form/file-drop.tsx";
import { NumberField } from "../number-field/number-field.tsx";
import { usePending } from "../pending.ts";
import { RouteCompare } from "./route-compare.tsx";
import { useRouteWarnings } from "./route-warnings.ts";
import { RouteSketch } from "./route-sketch.tsx";
import { TypedDialog } from "../typed-dialog.tsx";
import css from "./flight-routes.module.css";
import own from "./route-import.module.css";

type Opened = { readonly file_name: string; readonly routes: readonly OpenedRoute[] };

export function RouteFiles({ campaign }: { campaign: FlightCampaign }) {
  const asked = useAtomValue(askAtom)("flightReview.takeOver");
  const [opened, setOpened] = useState<Opened | null>(null);
  if (asked !== null) return null;
  const open = async ([file]: readonly File[]) => {
    if (!file) return;
    try {
      setOpened({ file_name: file.name, routes: await openRouteFile(file) });
    } catch (cause) {
      showFault(cause);
    }
  };
  return (
    <section className={css.part} aria-label={t("flight-route:file.label")}>
      <FileDrop
        label={t("flight-route:file.drop")}
        buttonLabel={t("flight-route:file.choose")}
        hint={t("flight-route:file.hint")}
        accept={routeEndings}
        many={false}
        onFiles={(files) => void open(files)}
      />
      {opened ? (
        <RouteImport opened={opened} campaign={campaign} onClose={() => setOpened(null)} />
      ) : null}
    </section>
  );
}

type ImportProps = {
  readonly opened: Opened;
  readonly campaign: FlightCampaign;
  readonly onClose: () => void;
};

function RouteImport({ opened, campaign, onClose }: ImportProps) {
  const formId = useId();
  const [height, setHeight] = useState<number | null>(null);
  const areas = useAtomValue(savedAreasAtom);
  const ours = valueOf(useAtomValue(flightRoutesAtom)) ?? [];
  const all = useAtomValue(candidatesAtom)(opened.routes, campaign, height);
  const takeOver = useSetAtom(takeOverRoutes);
  const [isPending, whilePending] = usePending();
  const warn = useRouteWarnings();
  const good = all.filter(({ problems }) => problems.length === 0);
  const firstProblem = all[0]?.problems[0];
  const refused = good.length === 0 ? firstProblem : null;
  const left = opened.routes.length - all.length;
  const take = async () => {
    await whilePending(async () => {
      const made = await takeOver(
        campaign.id,
        good.map(({ taken }) => taken),
      );
      const names = made.map(({ name }) => name).join(", ");
      showDone(t("flight-route:flown.added", { names }));
      warn(made.map(({ id }) => id));
      onClose();
    });
  };
  return (
    <TypedDialog
      title={t("flight-route:file.title", { name: opened.file_name })}
      typed={height}
      onClose={onClose}
      closeLabel={t("shell:close")}
      size="lg"
      actions={
        <>
          <Button onPress={onClose}>{t("shell:cancel")}</Button>
          <Button
            kind="primary"
            isPending={isPending}
            type="submit"
            form={formId}
            reason={refused ? refusalWords(refused) : null}
          >
            {t("flight-route:file.take", { count: good.length, name: campaign.name })}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={own.body}
        onSubmit={(event) => {
          event.preventDefault();
          if (good.length > 0 && !refused) void take();
        }}
      >
        <p className={own.lead}>{t("flight-route:file.text", { aircraft: campaign.aircraft })}</p>
        <div>
          <RouteSketch
            areas={areas}
            routes={all.map(({ taken }) => taken.waypoints)}
            others={ours.map(({ waypoints }) => waypoints)}
          />
          <ul className={own.legend}>
            <li>{t("flight-route:compare.theirs")}</li>
            {ours.length > 0 ? <li className={own.ours}>{campaign.name}</li> : null}
          </ul>
        </div>
        <div className={own.side}>
          {all.some(({ needsHeight }) => needsHeight) ? (
            <NumberField
              label={t("flight-route:file.height")}
              unit="m"
              value={height ?? NaN}
              minValue={5}
              maxValue={500}
              hint={t("flight-route:file.height_hint")}
              onChange={(value) => setHeight(Number.isNaN(value) ? null : value)}
            />
          ) : null}
          {left > 0 ? (
            <Alert tone="watch">
              {t("flight-route:file.first_routes", { most: all.length, left: formatNumber(left) })}
            </Alert>
          ) : null}
          <ul aria-label={t("flight-route:file.routes")}>
            {all.map((candidate, at) => (
              <Row key={at} candidate={candidate} />
            ))}
          </ul>
          <RouteCompare
            campaign={campaign}
            routes={all.filter(({ isUnsendable }) => !isUnsendable).map(({ taken }) => taken)}
            height={height}
          />
        </div>
      </form>
    </TypedDialog>
  );
}

/** Faults that are listed of each route. */
const LISTED = 5;

/** Metres; a smaller difference of the ground is not worth a word. */
const LEAST_SHIFT_M = 0.1;

function Row({ candidate }: { candidate: Candidate }) {
  const { opened, route, problems, notes, taken, shift_m } = candidate;
  const facts = t("flight-route:file.facts", {
    count: opened.waypoints.length,
    metres: route ? formatNumber(route.distance_m, 0) : "–",
    minutes: route ? formatNumber(route.duration_s / 60, 1) : "–",
  });
  const photos = t("flight-route:file.photos", { count: routePhotos(taken) });
  return (
    <li>
      <div className={css.words}>
        <span className={css.name}>{opened.name}</span>
        <small>
          {[
            facts,
            photos,
            t(
              opened.speed_m_s === null
                ? "flight-route:file.speed_none"
                : "flight-route:file.speed",
              {
                speed: formatNumber(taken.speed_m_s, 1),
              },
            ),
          ].join(" · ")}
        </small>
        {Math.abs(shift_m) >= LEAST_SHIFT_M ? (
          <small>
            {t("flight-route:file.shifted", {
              metres: `${shift_m > 0 ? "+" : ""}${formatNumber(shift_m, 1)}`,
            })}
          </small>
        ) : null}
        {notes.length > 0 ? (
          <Alert tone="watch">
            {notes.map((note, i) => (
              <p key={i}>{refusalWords(note)}</p>
            ))}
          </Alert>
        ) : null}
        {problems.length > 0 ? (
          <Alert tone="danger">
            {problems.slice(0, LISTED).map((problem, i) => (
              <p key={i}>{refusalWords(problem)}</p>
            ))}
            {problems.length > LISTED ? (
              <p>{t("flight:unseen.more", { count: problems.length - LISTED })}</p>
            ) : null}
          </Alert>
        ) : null}
      </div>
    </li>
  );
}
