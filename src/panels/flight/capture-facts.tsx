// What the cameras need of each flight type, as the fields of the campaign are now.
import { useAtomValue } from "jotai";
import { aircraft } from "../../domain/flight/plan/aircraft.ts";
import {
  captureOf,
  isThermal,
  speedLimits,
  STRAIGHT_DOWN_DEG,
  type Footprint,
} from "../../domain/flight/plan/capture.ts";
import { settingsOfCampaign } from "../../domain/flight/campaign/campaign-settings.ts";
import type { FlightCampaignForm } from "../../domain/flight/campaign/flight-campaign.ts";
import type { FlightType } from "../../domain/flight/route/flight-route.ts";
import type { FlightSettings } from "../../domain/flight/plan/flight-settings.ts";
import type { Technology } from "../../domain/component/component.ts";
import type { Spread } from "../../domain/flight/plan/flight-metrics.ts";
import type { FlownFacts } from "../../domain/flight/plan/flight-preview-shape.ts";
import { unitSuffix } from "../../domain/unit-suffix.ts";
import { flightPreviewAtom, previewedFormAtom } from "../../state/plant/analysis/flight-preview.ts";
import { formatNumber, locale, t } from "../../state/shell/locale.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { Fact } from "./fact.tsx";
import { LEGAL_HEIGHT_M } from "../../domain/flight/route/route-check.ts";
import { plantAtom } from "../../state/plant/plant.ts";
import { Alert } from "../../ui/feedback.tsx";
import { pitchWords } from "../record/camera-words.ts";
import { UnseenComponents } from "../record/unseen-components.tsx";
import { CollectorNotice } from "./collector-notice.tsx";
import { UnseenGroundNotice } from "./unseen-ground.tsx";
import css from "./flight.module.css";

type Props = { readonly form: FlightCampaignForm; readonly technology: Technology };

export function CaptureFacts({ form, technology }: Props) {
  const preview = valueOf(useAtomValue(flightPreviewAtom));
  const own = settingsOfCampaign(form, null);
  const settings = { ...own, sca_length_m: preview?.assumed.sca_length_m ?? own.sca_length_m };
  const isNewest = useAtomValue(previewedFormAtom) === form;
  const component = technology === "photovoltaic" ? "tracker" : "sca";
  return settings.flight_types.map((type) => {
    const known = preview?.flights.find(({ flight_type }) => flight_type === type);
    const flown = isNewest ? known : undefined;
    return (
      <section key={type} className={css.block} aria-label={t(`flight:type.${type}`)}>
        <h3>{t(`flight:type.${type}`)}</h3>
        {flown ? <HeightWarning altitude={flown.highest_m} /> : null}
        {flown?.seen ? (
          <UnseenComponents
            seen={{ ...flown.seen, rows: flown.seen.listed.map(({ row }) => row) }}
            type={component}
          />
        ) : null}
        {flown?.unseen_ground ? <UnseenGroundNotice ground={flown.unseen_ground} /> : null}
        {flown?.collectors ? <CollectorNotice collectors={flown.collectors} /> : null}
        <Facts settings={settings} type={type} flown={flown ?? null} />
      </section>
    );
  });
}

/** The highest place, on the ways from and to take-off too, is above the legal height or the plant's ceiling. */
function HeightWarning({ altitude }: { altitude: number }) {
  const ceiling = valueOf(useAtomValue(plantAtom))?.flight_ceiling ?? null;
  const isForbidden = ceiling !== null && altitude > ceiling;
  if (!isForbidden && altitude <= LEGAL_HEIGHT_M) return null;
  const values = { metres: tenths(altitude), most: isForbidden ? ceiling : LEGAL_HEIGHT_M };
  return (
    <Alert tone={isForbidden ? "danger" : "watch"}>
      {t(isForbidden ? "refusal:flight_above_ceiling" : "refusal:flight_above_legal", values)}
    </Alert>
  );
}

const UNKNOWN = "…";
const centimetres = (metres: number) => formatNumber(metres * 100, 2);
const inMetres = (metres: number) => `${formatNumber(metres, 1)} m`;
const tenths = (value: number) => formatNumber(value, 1);
const whole = (value: number) => formatNumber(value, 0);

/** "median (worst …)", or one number where they are the same; "…" until the plan is known. */
function spreadWords(
  spread: Spread | null | undefined,
  unit: string,
  words: (value: number) => string,
): string {
  if (spread === undefined) return UNKNOWN;
  if (spread === null) return "–";
  const [median, worst] = [words(spread.median), words(spread.worst)];
  const suffix = unitSuffix(unit, locale());
  if (median === worst) return `${median}${suffix}`;
  return t("flight:fact.spread", { median, worst, unit: suffix });
}

/** Below zero the images of neighbouring lines do not meet. */
function overlapWords(spread: Spread | null | undefined): string {
  return spreadWords(spread, "%", (value) => whole(Math.max(value, -999)));
}

type FactsProps = {
  readonly settings: FlightSettings;
  readonly type: FlightType;
  readonly flown: FlownFacts | null;
};

function Facts({ settings, type, flown }: FactsProps) {
  const capture = captureOf(settings, type);
  const { thermal, visual, trigger_m, speed_limit } = capture;
  const leading = thermal ?? visual;
  const { gimbal_pitch_deg: pitch } = capture;
  const isTilted = pitch !== STRAIGHT_DOWN_DEG;
  const { interval_s } = leading.camera;
  const drone = aircraft[settings.aircraft];
  const gsdHint = ({ camera }: Footprint) =>
    isTilted
      ? t("flight:hint_of.gsd_tilted")
      : t("flight:hint_of.gsd", {
          altitude: tenths(capture.altitude_agl_m),
          focal: whole(camera.focal_px.value),
        });
  const limitOf = (limit: (typeof speedLimits)[number]) => {
    const value = capture.speed_limits_m_s[limit];
    return Number.isFinite(value) ? `${tenths(value)} m/s` : "–";
  };
  const overlapHint = t(
    type === "pv_thermal" ? "flight:hint_of.overlap" : "flight:hint_of.overlap_rows",
    { ir: whole(settings.ir_side_overlap_percent), rgb: whole(settings.rgb_side_overlap_percent) },
  );
  const rows: readonly (readonly [key: FactKey, value: string, hint: string] | null)[] = [
    ["altitude", spreadWords(flown?.altitude_agl_m, "m", tenths), altitudeHint(settings, type)],
    thermal && [
      "gsd_thermal",
      spreadWords(flown?.gsd_thermal_m, "cm", centimetres),
      gsdHint(thermal),
    ],
    ["gsd_rgb", spreadWords(flown?.gsd_rgb_m, "cm", centimetres), gsdHint(visual)],
    [
      "swath",
      inMetres(leading.swath_m),
      isTilted
        ? t("flight:hint_of.swath_tilted")
        : t("flight:hint_of.swath", {
            pixels: formatNumber(leading.camera.width_px),
            gsd: centimetres(leading.gsd_m),
          }),
    ],
    type === "pv_thermal"
      ? [
          "pitch",
          flown ? pitchWords(pitch, flown.headings_deg) : UNKNOWN,
          t("flight:hint_of.pitch"),
        ]
      : null,
    isThermal(type)
      ? null
      : [
          "off_normal",
          spreadWords(flown ? (flown.collectors?.off_normal_deg ?? null) : undefined, "°", tenths),
          t("flight:hint_of.off_normal"),
        ],
    ["spacing", spreadWords(flown?.spacing_m, "m", tenths), t("flight:hint_of.spacing_flown")],
    thermal && ["overlap_thermal", overlapWords(flown?.side_overlap_thermal), overlapHint],
    ["overlap_rgb", overlapWords(flown?.side_overlap_rgb), overlapHint],
    [
      "trigger",
      inMetres(trigger_m),
      t("flight:hint_of.trigger", {
        length: tenths(leading.length_m),
        front: whole(settings.front_overlap_percent),
      }),
    ],
    [
      "speed",
      flown
        ? t("flight:fact.speed_of", {
            speed: tenths(flown.speed_m_s),
            limit: t(`flight:limit.${speed_limit}`),
          })
        : UNKNOWN,
      t("flight:hint_of.speed", {
        interval: tenths(interval_s.value),
        photo: limitOf("photo_interval"),
        pixels: tenths(settings.thermal_blur_px),
        exposure: whole(settings.thermal_exposure_s * 1000),
        blur: limitOf("thermal_blur"),
        most: whole(drone.max_speed_m_s.value),
        set: limitOf("setting"),
      }),
    ],
    ["photos", flown ? formatNumber(flown.photos) : UNKNOWN, t("flight:hint_of.photos")],
    [
      "hectares",
      spreadWords(flown?.hectares_per_battery, "ha", tenths),
      t("flight:hint_of.hectares"),
    ],
    [
      "minutes",
      spreadWords(flown?.minutes_per_battery, "min", tenths),
      t("flight:hint_of.minutes"),
    ],
  ];
  return (
    <dl className={css.facts}>
      {rows.map((row) => {
        if (!row) return null;
        const [key, value, hint] = row;
        return <Fact key={key} label={t(`flight:fact.${key}`)} value={value} hint={hint} />;
      })}
    </dl>
  );
}

type FactKey =
  | "altitude"
  | "gsd_thermal"
  | "gsd_rgb"
  | "swath"
  | "pitch"
  | "off_normal"
  | "spacing"
  | "overlap_thermal"
  | "overlap_rgb"
  | "trigger"
  | "speed"
  | "photos"
  | "hectares"
  | "minutes";

function altitudeHint(settings: FlightSettings, type: FlightType): string {
  if (settings.altitudes_m[type] !== undefined) return t("flight:hint_of.altitude_set");
  const drone = aircraft[settings.aircraft];
  if (isThermal(type)) {
    return t("flight:hint_of.altitude_thermal", {
      gsd: formatNumber(settings.thermal_gsd_m * 100, 1),
      focal: formatNumber((drone.thermal ?? drone.visual).focal_px.value, 0),
    });
  }
  return t("flight:hint_of.altitude_geometry", {
    length: formatNumber(settings.sca_length_m, 1),
    margin: formatNumber(settings.frame_margin_percent, 0),
  });
}
