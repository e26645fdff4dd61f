// How much hotter the component is than the nearest healthy one of its type, both measured in the same picture.
import { useAtomValue } from "jotai";
import type { Picture } from "../../domain/image/look.ts";
import { measuredInside, type Grid, type Measured } from "../../domain/image/measure.ts";
import { neighbourInAtom } from "../../state/plant/image/healthy-neighbour.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import type { Thermometer } from "./use-thermometer.ts";
import css from "./survey-image.module.css";

type Outline = Picture["outline"];

/** What the thermometer reads inside an outline in pixels of the picture. */
function inside(grid: Grid, { width, height }: Picture, outline: Outline): Measured | null {
  const [across, down] = [grid.width / width, grid.height / height];
  return measuredInside(
    grid,
    outline.map(([x, y]) => [x * across, y * down] as const),
  );
}

type NoteProps = { thermometer: Thermometer; picture: Picture };

/** The average of the healthy neighbour in the picture; null where it is not in it. */
export function useNeighbour({ thermometer: { grid }, picture }: NoteProps) {
  const neighbour = useAtomValue(neighbourInAtom)(picture.source === "flight" ? picture.id : -1);
  if (!grid || !neighbour) return null;
  const found = inside(grid, picture, neighbour.outline);
  return found && { name: neighbour.name, ...found };
}

export function NeighbourNote({ thermometer, picture }: NoteProps) {
  const neighbour = useNeighbour({ thermometer, picture });
  const { grid, isCelsius } = thermometer;
  if (!grid || !neighbour || !isCelsius || picture.outline.length < 3) return null;
  const own = inside(grid, picture, picture.outline);
  if (!own) return null;
  const degrees = (value: number) => formatNumber(value, 1);
  return (
    <p className={css.neighbour} role="status">
      <strong>
        {t("survey-image:above_neighbour", { kelvin: degrees(own.max - neighbour.mean) })}
      </strong>{" "}
      {t("survey-image:above_parts", {
        max: degrees(own.max),
        mean: degrees(own.mean),
        name: neighbour.name,
        neighbour: degrees(neighbour.mean),
      })}
    </p>
  );
}
