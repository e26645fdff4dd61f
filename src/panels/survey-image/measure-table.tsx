// What was measured in a thermal picture, and how much each is above a reference: a chosen measurement, else the healthy
// neighbour.
import { Target, Trash2 } from "lucide-react";
import type { Picture } from "../../domain/image/look.ts";
import { measured } from "../../domain/image/measure.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { IconButton } from "../../ui/button.tsx";
import { useNeighbour } from "./neighbour-note.tsx";
import type { Thermometer } from "./use-thermometer.ts";
import css from "./survey-image.module.css";

const columns = ["min", "mean", "max"] as const;
type TableProps = { thermometer: Thermometer; picture: Picture };

export function MeasureTable({ thermometer, picture }: TableProps) {
  const { grid, measures, clearMeasures, isCelsius, reference, setReference } = thermometer;
  const neighbour = useNeighbour({ thermometer, picture });
  if (!grid || measures.length === 0) return null;
  const digits = isCelsius ? 1 : 0;
  const found = measures.map((measure) => measured(grid, measure));
  const basis = reference === null ? neighbour?.mean : found[reference]?.mean;
  return (
    <table className={css.results}>
      <caption className="visually-hidden">{t("survey-image:measurements")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("survey-image:measurement")}</th>
          {columns.map((id) => (
            <th key={id} scope="col">
              {t(`survey-image:${id}`)} {isCelsius ? "°C" : ""}
            </th>
          ))}
          {basis === undefined ? null : (
            <th scope="col">
              {reference === null
                ? t("survey-image:above_name", { name: neighbour?.name ?? "" })
                : t("survey-image:above_reference", { n: formatNumber(reference + 1) })}
            </th>
          )}
          <th scope="col">
            <IconButton size="sm" label={t("survey-image:clear")} onPress={clearMeasures}>
              <Trash2 size={14} aria-hidden="true" />
            </IconButton>
          </th>
        </tr>
      </thead>
      <tbody>
        {measures.map((measure, index) => {
          const one = found[index];
          const name = `${index + 1} ${t(`survey-image:tool.${measure.kind}`)}`;
          return (
            // Measurements have no identity but their order.
            <tr key={index}>
              <th scope="row">{name}</th>
              {columns.map((id) => (
                <td key={id}>{one ? formatNumber(one[id], digits) : "–"}</td>
              ))}
              {basis === undefined ? null : (
                <td>{one && index !== reference ? formatNumber(one.max - basis, digits) : "–"}</td>
              )}
              <td>
                <IconButton
                  size="sm"
                  label={t("survey-image:use_reference", { name })}
                  isOn={index === reference}
                  onPress={() => setReference(index === reference ? null : index)}
                >
                  <Target size={14} aria-hidden="true" />
                </IconButton>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
