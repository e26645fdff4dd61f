// The form state of a drone model. Empty numbers are NaN here and null in the request.
import { appSeries, type Camera, type DroneModel } from "../../domain/provider/drone-model.ts";

/** The form state of a camera. */
export type CameraDraft = {
  readonly kind: Camera["kind"];
  readonly width: number;
  readonly height: number;
  readonly focal_px: number;
  readonly min_interval: number;
};

export const emptyCamera: CameraDraft = {
  kind: "thermal",
  width: NaN,
  height: NaN,
  focal_px: NaN,
  min_interval: NaN,
};

/** Id of the option "no app". */
export const NO_APP = "none";
export const seriesChoices = [NO_APP, ...appSeries] as const;
export type SeriesChoice = (typeof seriesChoices)[number];

export function modelDraft(row: DroneModel | null) {
  return {
    name: row?.name ?? "",
    abbreviation: row?.abbreviation ?? "",
    vendor: row?.vendor ?? "",
    flight_time: row?.flight_time ?? NaN,
    recharge_time: row?.recharge_time ?? NaN,
    battery_swap_time: row?.battery_swap_time ?? NaN,
    batteries_available: row?.batteries_available ?? NaN,
    cameras: (row?.cameras ?? []).map((camera): CameraDraft => ({
      ...camera,
      focal_px: camera.focal_px ?? NaN,
      min_interval: camera.min_interval ?? NaN,
    })),
    app_series: (row?.app_series ?? NO_APP) as SeriesChoice,
    supported: row?.supported ?? true,
  };
}
export type ModelDraft = ReturnType<typeof modelDraft>;

const orNull = (value: number) => (Number.isNaN(value) ? null : value);

/** The request body, as the shape in domain expects it. */
export function modelForm(draft: ModelDraft): unknown {
  return {
    ...draft,
    flight_time: orNull(draft.flight_time),
    recharge_time: orNull(draft.recharge_time),
    battery_swap_time: orNull(draft.battery_swap_time),
    batteries_available: orNull(draft.batteries_available),
    cameras: draft.cameras.map((camera) => ({
      ...camera,
      focal_px: orNull(camera.focal_px),
      min_interval: orNull(camera.min_interval),
    })),
    app_series: draft.app_series === NO_APP ? null : draft.app_series,
  };
}
