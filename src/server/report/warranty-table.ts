// The findings of one maker as CSV: what is claimed, where it is, and each measured value with its uncertainty.
import { valueAt } from "../../domain/column/column.ts";
import { csvRow } from "../../domain/column/csv.ts";
import { UNNAMED } from "../../domain/finding/finding-life.ts";
import { faultTypeFigureOf } from "../../domain/key-figure/fault-type.ts";
import { plantDate } from "../../domain/plant/plant-time.ts";
import { roundToStep } from "../../domain/key-figure/severity.ts";
import { uncertaintyInStep } from "../../domain/key-figure/value-range-text.ts";
import type { Chapter } from "./report-chapter.ts";
import { uncertaintyOf, type ReadFigure } from "./report-data.ts";
import type { ClaimedFinding } from "./warranty-finding.ts";

/** Pictures of one finding in the package, and those that did not fit. */
export type PictureCount = {
  readonly thermal: number;
  readonly rgb: number;
  readonly left_out: number;
};

type Scene = Omit<Chapter, "paper">;

/** "Hotspot". */
export function faultNameOf(
  { words: { t } }: Pick<Scene, "words">,
  { component_type, fault_type }: Pick<ClaimedFinding, "component_type" | "fault_type">,
): string {
  const figure = faultTypeFigureOf(component_type);
  const found =
    fault_type === UNNAMED ? undefined : figure?.classes.find(({ value }) => value === fault_type);
  return figure && found ? t(`key-figure:${figure.key}.classes.${found.key}`) : t("no_name");
}

/** The plant's own name; the ID of a component that is no more in the twin, or has none. */
export function nameIn({ data }: Pick<Scene, "data">, one: ClaimedFinding): string {
  const { component_type, dt_id, row } = one;
  return (row === null ? "" : data.name({ component_type, row })) || dt_id;
}

/** The components above it, which tell it from others of its name. */
export function placeIn(
  { data, words }: Pick<Scene, "data" | "words">,
  { component_type, row }: ClaimedFinding,
): string {
  return row === null ? words.t("warranty.not_in_twin") : data.place({ component_type, row }).path;
}

/** The number of the component that has the fault, and of the one that stands there instead. */
export function serialWords(
  { words: { t } }: Pick<Scene, "words">,
  { serial, new_serial }: Pick<ClaimedFinding, "serial" | "new_serial">,
): string {
  const own = serial ?? t("warranty.no_serial");
  return new_serial === null ? own : t("warranty.replaced_by", { serial: own, next: new_serial });
}

/** What is said of the pictures of a finding that has none, or not all. */
export function pictureWords(
  { words: { t } }: Pick<Scene, "words">,
  { thermal, rgb, left_out }: PictureCount,
): string {
  if (left_out > 0) return t("warranty.pictures_cut");
  return thermal + rgb === 0 ? t("warranty.pictures_none") : "";
}

export function warrantyTable(
  scene: Scene,
  findings: readonly ClaimedFinding[],
  picturesOf: (one: ClaimedFinding) => PictureCount,
): string {
  const { data, words, input } = scene;
  const { t } = words;
  const types = new Set(findings.map(({ component_type }) => component_type));
  const figures = data.figures.filter(
    ({ figure }) =>
      types.has(figure.component_type) && figure !== faultTypeFigureOf(figure.component_type),
  );
  const headOf = ({ figure }: ReadFigure) => {
    const unit = figure.unit === "" ? "" : ` (${figure.unit})`;
    const name = `${words.nameOf(figure)}${unit}`;
    return figure.kind === "u8" ? [name] : [name, `± ${name}`];
  };
  const head = [
    t("component"),
    "dt_id",
    t("loss:repair.type"),
    t("place"),
    t("loss:repair.lat"),
    t("loss:repair.lon"),
    t("fault"),
    t("severity"),
    t("warranty.serial"),
    t("warranty.first_seen"),
    t("finding:field.status"),
    t("finding:field.rma"),
    t("finding:field.rma_claim"),
    t("finding:field.rma_reason"),
    t("finding:field.new_serial"),
    t("finding:field.replaced_on"),
    t("image.thermal"),
    t("image.rgb"),
    t("warranty.picture_note"),
    ...figures.flatMap(headOf),
  ];
  const rows = findings.map((one) => {
    const { component_type, row, severity, life, first_seen } = one;
    const place = row === null ? null : data.place({ component_type, row });
    const pictures = picturesOf(one);
    const values = figures.flatMap((read) => {
      const isOwn = row !== null && read.figure.component_type === component_type;
      return isOwn
        ? valueCells(scene, read, row)
        : read.figure.kind === "u8"
          ? [null]
          : [null, null];
    });
    return [
      nameIn(scene, one),
      one.dt_id,
      t(`component:type.${component_type}.one`),
      placeIn(scene, one),
      place && Number(place.lat.toFixed(7)),
      place && Number(place.lon.toFixed(7)),
      faultNameOf(scene, one),
      severity === null ? t("warranty.not_shown") : t(`component:severity.${severity}`),
      one.serial ?? "",
      first_seen === null ? "" : plantDate(input.plant.time_zone, first_seen),
      t(`finding:status.${life?.status ?? "open"}`),
      t(`finding:rma.state.${life?.rma ?? "none"}`),
      life?.rma_claim ?? "",
      life?.rma_reason ?? "",
      one.new_serial ?? "",
      life?.replaced_on ?? "",
      pictures.thermal,
      pictures.rgb,
      pictureWords(scene, pictures),
      ...values,
    ];
  });
  return `\uFEFF${[head, ...rows].map(csvRow).join("")}`;
}

/** A value in the step of its key figure, and its uncertainty where something states it; the words of a class. */
function valueCells(
  { data, words }: Scene,
  read: ReadFigure,
  row: number,
): readonly (string | number | null)[] {
  const { figure, values } = read;
  const value = valueAt(values, row);
  if (figure.kind === "u8") return [value === value ? words.valueOf(data, read, row) : null];
  if (value !== value) return [null, null];
  // A maker is always given the uncertainty, also where it is no key figure of its own on the screen.
  const wide = uncertaintyOf(data, read, row);
  return [roundToStep(figure, value), wide === null ? null : uncertaintyInStep(figure, wide)];
}
