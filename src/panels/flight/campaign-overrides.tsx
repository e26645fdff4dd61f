// The numbers of a campaign that replace the planner's own. What an empty field stands for is in the field.
import { useAtomValue } from "jotai";
import type { Technology } from "../../domain/component/component.ts";
import type { Refusal } from "../../domain/error.ts";
import { settingsOfCampaign } from "../../domain/flight/campaign/campaign-settings.ts";
import {
  overrideRanges,
  type FlightCampaignForm,
} from "../../domain/flight/campaign/flight-campaign.ts";
import { isGeometry } from "../../domain/flight/campaign/flown-types.ts";
import { aircraft } from "../../domain/flight/plan/aircraft.ts";
import {
  altitudeOf,
  captureOf,
  isThermal,
  STRAIGHT_DOWN_DEG,
} from "../../domain/flight/plan/capture.ts";
import type { FlightPreview, FlownFacts } from "../../domain/flight/plan/flight-preview-shape.ts";
import type { FlightType } from "../../domain/flight/route/flight-route.ts";
import { LEAST_AT_LANDING } from "../../domain/flight/time/flight-wind.ts";
import { flightPreviewAtom, previewedFormAtom } from "../../state/plant/analysis/flight-preview.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { refusalWords } from "../../state/shell/refusal-words.ts";
import { Alert } from "../../ui/feedback.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { NumberField } from "../number-field/number-field.tsx";
import { blurHint, leastHeightWords } from "./override-words.ts";
import { OverrideWarnings } from "./override-warnings.tsx";
import css from "./flight.module.css";

const { altitude, overlap, speed, swap_time } = overrideRanges;
/** Unit, least and greatest value. */
const overrides = {
  pv_flight_altitude: ["m", ...altitude],
  trough_flight_altitude: ["m", ...altitude],
  full_sca_online_altitude: ["m", ...altitude],
  full_sca_offline_altitude: ["m", ...altitude],
  half_sca_altitude: ["m", ...altitude],
  ir_side_overlap: ["%", ...overlap],
  rgb_side_overlap: ["%", ...overlap],
  front_overlap: ["%", ...overrideRanges.front_overlap],
  line_direction: ["°", ...overrideRanges.direction],
  gimbal_pitch: ["°", ...overrideRanges.pitch],
  flight_speed: ["m/s", ...speed],
  thermal_blur: ["px", ...overrideRanges.blur],
  transit_speed: ["m/s", ...speed],
  flight_margin: ["m", ...overrideRanges.margin],
  security_height: ["m", ...overrideRanges.home_height],
  return_height: ["m", ...overrideRanges.home_height],
  expected_wind: ["m/s", ...overrideRanges.wind],
  battery_reserve: ["%", ...overrideRanges.reserve],
  battery_swap_time: ["min", ...swap_time],
} as const;
type Override = keyof typeof overrides;

const overModules: readonly Override[] = ["pv_flight_altitude", "line_direction", "gimbal_pitch"];

function isShown(field: Override, technology: Technology): boolean {
  if (overModules.includes(field)) return technology === "photovoltaic";
  if (field === "trough_flight_altitude") return technology === "parabolic_trough";
  return !field.includes("sca") || technology === "parabolic_trough";
}

/** Whether collectors follow the sun; "own" leaves it to the flight types. */
const states = ["own", "online", "offline"] as const;

type Props = {
  readonly form: FlightCampaignForm;
  readonly technology: Technology;
  readonly refusal: Refusal | null;
  readonly onChange: (changes: Partial<FlightCampaignForm>) => void;
};

export function CampaignOverrides({ form, technology, refusal, onChange }: Props) {
  const preview = valueOf(useAtomValue(flightPreviewAtom));
  const previewed = useAtomValue(previewedFormAtom);
  const own = ownValues(form, preview ?? null, previewed);
  const newest = previewed === form ? (preview ?? null) : null;
  const fields = (Object.keys(overrides) as Override[]).filter((one) => isShown(one, technology));
  return (
    <fieldset className={css.fields}>
      <legend>{t("flight:field.overrides")}</legend>
      {form.flight_types.some(isGeometry) ? (
        <Select
          label={t("flight:field.flight_type_online")}
          value={stateOf(form.flight_type_online)}
          onChange={(state) =>
            onChange({ flight_type_online: state === "own" ? null : state === "online" })
          }
          options={states.map((id) => ({ id, label: t(`flight:collectors.${id}`) }))}
        />
      ) : null}
      {fields.map((field) => {
        const [unit, least, most] = overrides[field];
        const range = t("flight:field.range", {
          least: formatNumber(least, 1),
          most: formatNumber(most),
        });
        return (
          <NumberField
            key={field}
            label={t(`flight:field.${field}`)}
            unit={unit}
            value={form[field] ?? NaN}
            minValue={least}
            maxValue={most}
            {...(field === "gimbal_pitch" && { isWhole: true })}
            placeholder={own[field]}
            hint={[range, hintOf(field, form, newest)].filter((words) => words !== "").join(". ")}
            onChange={(value) => onChange({ [field]: Number.isNaN(value) ? null : value })}
            error={refusal?.field === field ? refusalWords(refusal) : null}
          />
        );
      })}
      <SpeedWarning form={form} />
      <OverrideWarnings form={form} />
    </fieldset>
  );
}

const stateOf = (is_online: boolean | null): (typeof states)[number] =>
  is_online === null ? "own" : is_online ? "online" : "offline";

/** Not known before the server has planned. */
const UNKNOWN = "…";

/**
 * What the planner takes where a field is empty, in words.
 * @param previewed the form that the preview is of
 */
function ownValues(
  form: FlightCampaignForm,
  preview: FlightPreview | null,
  previewed: FlightCampaignForm | null,
): Record<Override, string> {
  const settings = settingsOfCampaign(form, null);
  const directions = preview?.flights[0]?.directions_deg ?? [];
  const length = preview?.assumed.sca_length_m;
  const without = (changes: Partial<FlightCampaignForm>) =>
    settingsOfCampaign({ ...form, ...changes }, null);
  const altitudeWords = (type: FlightType, field: Override) => {
    const own = without({ [field]: null });
    if (isThermal(type)) return formatNumber(altitudeOf(own, type), 1);
    // By the length of the plant's collectors.
    if (length === undefined) return UNKNOWN;
    return formatNumber(altitudeOf({ ...own, sca_length_m: length }, type), 1);
  };
  const isRows = settings.flight_types.some((type) => type !== "pv_thermal");
  const rows = t("flight:own.rows");
  const limits = settings.flight_types.map(
    (type) => captureOf(without({ flight_speed: null }), type).speed_m_s,
  );
  /** From the lowest to the highest of all sorties; "from terrain" until they are planned. */
  const rangeOf = (of: (flown: FlownFacts) => { least: number; most: number } | null): string => {
    const all = (preview?.flights ?? []).flatMap((flown) => of(flown) ?? []);
    if (all.length === 0) return t("flight:own.terrain");
    const ends = [
      Math.min(...all.map(({ least }) => least)),
      Math.max(...all.map(({ most }) => most)),
    ];
    // To the tenth, as they are asked for: rounded to metres, the field would refuse its own words.
    return [...new Set(ends.map((metres) => formatNumber(metres, 1)))].join("–");
  };
  const none = without({
    ir_side_overlap: null,
    rgb_side_overlap: null,
    front_overlap: null,
    thermal_blur: null,
    transit_speed: null,
    battery_reserve: null,
    flight_margin: null,
  });
  return {
    pv_flight_altitude: altitudeWords("pv_thermal", "pv_flight_altitude"),
    trough_flight_altitude: altitudeWords("trough_thermal", "trough_flight_altitude"),
    full_sca_online_altitude: altitudeWords("full_sca_online", "full_sca_online_altitude"),
    full_sca_offline_altitude: altitudeWords("full_sca_offline", "full_sca_offline_altitude"),
    half_sca_altitude: altitudeWords("half_sca_offline", "half_sca_altitude"),
    ir_side_overlap: isRows ? rows : formatNumber(none.ir_side_overlap_percent, 0),
    rgb_side_overlap: isRows ? rows : formatNumber(none.rgb_side_overlap_percent, 0),
    front_overlap: formatNumber(none.front_overlap_percent, 0),
    line_direction:
      form.line_direction === null && directions.length > 0
        ? directions.map((degrees) => formatNumber(degrees, 0)).join(", ")
        : t("flight:own.fastest"),
    gimbal_pitch: formatNumber(STRAIGHT_DOWN_DEG, 0),
    flight_speed: limits.length === 0 ? UNKNOWN : formatNumber(Math.min(...limits), 1),
    thermal_blur: formatNumber(none.thermal_blur_px, 1),
    transit_speed: formatNumber(none.transit_speed_m_s, 0),
    flight_margin: t("flight:own.margin", {
      no_fly: formatNumber(none.no_fly_margin_m, 0),
      edge: formatNumber(none.bounds_margin_m, 0),
    }),
    security_height: rangeOf((flown) => flown.security_height_m),
    return_height: rangeOf((flown) => flown.return_height_m),
    expected_wind: t("flight:own.still_air"),
    battery_reserve: formatNumber(none.reserve_percent, 0),
    // Staff may have entered another one for this drone.
    battery_swap_time:
      preview && previewed?.battery_swap_time === null && previewed.aircraft === form.aircraft
        ? formatNumber(preview.assumed.swap_min, 0)
        : UNKNOWN,
  };
}

/**
 * What else there is to know of a field.
 * @param preview of this form; null until it is planned
 */
function hintOf(field: Override, form: FlightCampaignForm, preview: FlightPreview | null): string {
  if (field === "security_height" || field === "return_height")
    return `${t("flight:field.home_height_hint")}${leastHeightWords(field, preview)}`;
  if (field === "gimbal_pitch") return t("flight:field.gimbal_pitch_hint");
  if (field === "flight_margin") return t("flight:field.flight_margin_hint");
  if (field === "expected_wind")
    return t("flight:field.expected_wind_hint", {
      aircraft: form.aircraft,
      most: formatNumber(aircraft[form.aircraft].most_wind_m_s.value, 1),
      least: LEAST_AT_LANDING,
    });
  if (field !== "thermal_blur") return "";
  return blurHint(form, preview);
}

/** A set speed above what cameras and drone allow is not flown. */
function SpeedWarning({ form }: { form: FlightCampaignForm }) {
  const set = form.flight_speed;
  if (set === null) return null;
  const settings = settingsOfCampaign(form, null);
  const slower = settings.flight_types
    .map((type) => captureOf(settings, type))
    .filter(({ speed_m_s }) => speed_m_s < set);
  return slower.map(({ flight_type, speed_m_s, speed_limit }) => (
    <Alert key={flight_type} tone="watch">
      {t("flight:field.speed_not_flown", {
        set: formatNumber(set, 1),
        type: t(`flight:type.${flight_type}`),
        speed: formatNumber(speed_m_s, 1),
        limit: t(`flight:limit.${speed_limit}`),
      })}
    </Alert>
  ));
}
