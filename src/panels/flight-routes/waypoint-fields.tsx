// The fields of the chosen waypoint, or of several at once: height, speed, heading, camera angle, photos.
import { useAtom, useSetAtom } from "jotai";
import { aircraft } from "../../domain/flight/plan/aircraft.ts";
import type { FlightRouteRecord } from "../../domain/flight/route/flight-route-record.ts";
import { photosOn } from "../../domain/flight/route/route-edit.ts";
import { MOST_HOVER_S, PHOTO_STOP_S } from "../../domain/flight/route/waypoint-stay.ts";
import {
  changeChosen,
  chosenRangeAtom,
  legsOf,
  setChosenPhotos,
} from "../../state/map/flight-route-edit.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Checkbox } from "../../ui/form/toggle.tsx";
import { NumberField } from "../number-field/number-field.tsx";

const tenths = (value: number) => Math.round(value * 10) / 10;
const [LEAST_PITCH, MOST_PITCH] = [-90, 30];
const HALF_TURN = 180;
const LEAST_SPEED = 0.5;

type Props = { readonly route: FlightRouteRecord; readonly at: number };

export function WaypointFields({ route, at }: Props) {
  const [range, chooseUntil] = useAtom(chosenRangeAtom);
  const change = useSetAtom(changeChosen);
  const setPhotos = useSetAtom(setChosenPhotos);
  if (!range) return null;
  const chosen = route.waypoints.slice(range[0], range[1] + 1);
  const isSeveral = chosen.length > 1;
  /** The value of all; NaN where they differ or have none. */
  const shared = (of: (waypoint: (typeof chosen)[number]) => number | null | undefined) => {
    const values = new Set(chosen.map(of));
    const [value] = values;
    return values.size === 1 && typeof value === "number" ? tenths(value) : NaN;
  };
  const orNull = (value: number) => (Number.isNaN(value) ? null : value);
  const differs = isSeveral ? t("flight-route:editor.differs") : "";
  const legs = legsOf(range, route);
  return (
    <>
      <NumberField
        label={t("flight-route:editor.until")}
        value={isSeveral ? (at === range[0] ? range[1] : range[0]) + 1 : NaN}
        isWhole
        minValue={1}
        maxValue={route.waypoints.length}
        placeholder={t("flight-route:editor.alone")}
        onChange={(number) => chooseUntil(Number.isNaN(number) ? null : number - 1)}
      />
      {isSeveral ? (
        <small role="status">
          {t("flight-route:editor.several", {
            count: chosen.length,
            from: range[0] + 1,
            to: range[1] + 1,
          })}
        </small>
      ) : null}
      <NumberField
        label={t("flight-route:editor.height")}
        unit="m"
        value={shared(({ height_m }) => height_m)}
        placeholder={differs}
        onChange={(height_m) => (Number.isNaN(height_m) ? undefined : change({ height_m }))}
      />
      <NumberField
        label={t("flight-route:editor.speed")}
        unit="m/s"
        value={shared(({ speed_m_s }) => speed_m_s)}
        minValue={LEAST_SPEED}
        maxValue={aircraft[route.aircraft].max_speed_m_s.value}
        placeholder={formatNumber(route.speed_m_s, 1)}
        onChange={(speed) => change({ speed_m_s: orNull(speed) })}
      />
      <NumberField
        label={t("flight-route:editor.heading")}
        unit="°"
        value={shared(({ heading_deg }) => heading_deg)}
        minValue={-HALF_TURN}
        maxValue={HALF_TURN}
        placeholder={t("flight-route:editor.along")}
        onChange={(heading) => change({ heading_deg: orNull(heading) })}
      />
      <NumberField
        label={t("flight-route:editor.pitch")}
        unit="°"
        value={shared(({ gimbal_pitch_deg }) => gimbal_pitch_deg)}
        minValue={LEAST_PITCH}
        maxValue={MOST_PITCH}
        placeholder={differs}
        hint={t("flight-route:editor.pitch_hint")}
        onChange={(pitch) =>
          Number.isNaN(pitch) ? undefined : change({ gimbal_pitch_deg: pitch })
        }
      />
      <NumberField
        label={t("flight-route:editor.hover")}
        unit="s"
        value={shared(({ hover_s }) => hover_s)}
        minValue={0}
        maxValue={MOST_HOVER_S}
        placeholder={
          chosen.some(({ hover_s }) => hover_s) ? differs : t("flight-route:editor.no_hover")
        }
        onChange={(seconds) => change({ hover_s: orNull(seconds) })}
      />
      <Checkbox
        isSelected={chosen.every(({ takes_photo }) => takes_photo)}
        isIndeterminate={new Set(chosen.map(({ takes_photo }) => takes_photo)).size > 1}
        onChange={(takes_photo) => change({ takes_photo })}
      >
        {t("flight-route:editor.takes_photo")}
      </Checkbox>
      <small>{t("flight-route:editor.stay_hint", { seconds: PHOTO_STOP_S })}</small>
      <NumberField
        label={t("flight-route:editor.photos", { from: legs[0] + 1, to: legs[1] + 1 })}
        unit="m"
        value={tenths(photosOn(route, legs) ?? NaN)}
        minValue={0.5}
        maxValue={1000}
        placeholder={t("flight-route:editor.no_photos")}
        onChange={(metres) => setPhotos(orNull(metres))}
      />
    </>
  );
}
