// Which colour of the thermal image is which temperature.
import { paletteTexture, type ThermalPalette } from "../../domain/result-file/thermal-image.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import css from "./thermal.module.css";

const STOPS = 16;
const TICKS = 5;
/** From this many kelvin on, whole degrees tell the ticks apart. */
const WIDE = 20;

type ColourBarProps = {
  palette: ThermalPalette;
  /** °C at the two ends. */
  range: readonly [number, number];
  /** °C under the pointer. */
  temperature: number | null;
};

export function ColourBar({ palette, range: [from, to], temperature }: ColourBarProps) {
  const decimals = to - from < WIDE ? 1 : 0;
  const celsius = (value: number) => `${formatNumber(value, decimals)}\u202F°C`;
  const at = temperature === null ? null : (temperature - from) / (to - from);
  const ticks = Array.from(
    { length: TICKS },
    (_, tick) => from + (tick / (TICKS - 1)) * (to - from),
  );
  return (
    <div
      className={css.scale}
      role="img"
      aria-label={t("component:colour_bar", { from: celsius(from), to: celsius(to) })}
    >
      <span className={css.ramp} style={{ background: gradientOf(palette) }}>
        {at !== null && at >= 0 && at <= 1 ? <i style={{ left: `${at * 100}%` }} /> : null}
      </span>
      <span className={css.ticks}>
        {ticks.map((tick, place) => (
          <span key={place}>{celsius(tick)}</span>
        ))}
      </span>
    </div>
  );
}

function gradientOf(palette: ThermalPalette): string {
  const entries = paletteTexture(palette);
  const stops = Array.from({ length: STOPS + 1 }, (_, stop) => {
    const at = Math.round((stop / STOPS) * 255) * 4;
    return `rgb(${entries[at]} ${entries[at + 1]} ${entries[at + 2]})`;
  });
  return `linear-gradient(to right, ${stops.join(", ")})`;
}
