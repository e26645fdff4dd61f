// The time zones that are offered where a file states none.
import { standardTimeZone } from "../../domain/plant/plant-time.ts";
import { t, zoneName } from "../../state/shell/locale.ts";

/** The zone of the plant first, also without its daylight saving time, as loggers are often set. */
export function zonesOf(zone: string) {
  const standard = standardTimeZone(zone);
  return [
    { id: zone, label: t("evaluation:conditions.zone.plant", { zone: zoneName(zone) }) },
    ...(standard
      ? [
          {
            id: standard.id,
            label: t("evaluation:conditions.zone.standard", {
              hours: standard.hours < 0 ? `\u2212${-standard.hours}` : `+${standard.hours}`,
            }),
          },
        ]
      : []),
    ...(zone === "UTC" ? [] : [{ id: "UTC", label: "UTC" }]),
  ];
}
