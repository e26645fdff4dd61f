// What was understood of the files: formats, coordinate system, shapes, and what they would become.
import { useAtomValue, useSetAtom } from "jotai";
import { MapPinned } from "lucide-react";
import type { FilePurpose } from "../../domain/file-preview/file-mapping.ts";
import type { FilePreview } from "../../domain/file-preview/file-preview.ts";
import { showPreviewPlace } from "../../state/import/file-preview.ts";
import { plantIdAtom } from "../../state/plant/plant.ts";
import { problemWords } from "../../state/shell/fault.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import css from "./file-preview.module.css";

type UnderstoodProps = {
  readonly preview: FilePreview;
  readonly purpose: FilePurpose;
  readonly plant_id: number | null;
};

export function Understood({ preview, purpose, plant_id }: UnderstoodProps) {
  const { files, systems, system_choice, feature_count, bounds, distance_km } = preview;
  const isOpen = system_choice !== null && system_choice.chosen === null;
  const isOnMap = useAtomValue(plantIdAtom) === plant_id && plant_id !== null;
  const show = useSetAtom(showPreviewPlace);
  const formats = [...new Set(files.map(({ format }) => t(`file-preview:format.${format}`)))];
  const rows = [
    ["format", formats.join(", ")],
    [
      "system",
      systems.length > 0
        ? systems.join(", ")
        : t(`file-preview:system_${isOpen ? "open" : "none"}`),
    ],
    ["content", contentWords(preview)],
    ...(distance_km === null || distance_km < 1
      ? []
      : [["distance", t("file-preview:km", { km: formatNumber(distance_km, 0) })] as const]),
  ] as const;
  return (
    <div className={css.understood}>
      <div className={css.head}>
        <h3>{t("file-preview:title")}</h3>
        {isOnMap && bounds ? (
          <Button
            size="sm"
            kind="quiet"
            icon={<MapPinned size={14} aria-hidden="true" />}
            onPress={() => show(preview)}
          >
            {t("file-preview:show")}
          </Button>
        ) : null}
      </div>
      <dl className={css.facts}>
        {rows.map(([key, words]) => (
          <div key={key}>
            <dt>{t(`file-preview:fact.${key}`)}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      {files.length > 1 ? (
        <details className={css.parts}>
          <summary>
            {t("file-preview:parts", { count: files.length, n: formatNumber(files.length) })}
          </summary>
          <ul>
            {files.map(({ name, feature_count: count }) => (
              <li key={name}>
                {name} ({formatNumber(count)})
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      {feature_count === 0 ? null : (
        <p role="status" className={css.result}>
          <strong>{resultWords(preview, purpose)}</strong>
        </p>
      )}
      <Doubts preview={preview} />
    </div>
  );
}

function contentWords({ outline_count, line_count, point_count }: FilePreview): string {
  const counts = { outline: outline_count, line: line_count, point: point_count };
  const words = (["outline", "line", "point"] as const).flatMap((kind) =>
    counts[kind] === 0
      ? []
      : t(`file-preview:shape.${kind}`, { count: counts[kind], n: formatNumber(counts[kind]) }),
  );
  return words.length > 0 ? words.join(", ") : t("file-preview:shape.none");
}

function resultWords({ result_count, known_count }: FilePreview, purpose: FilePurpose): string {
  const count = purpose === "observations" ? result_count - known_count : result_count;
  return t(`file-preview:result.${purpose}`, { count, n: formatNumber(count) });
}

/** What a person should know before the import, although nothing of it is refused, and what of the files is not read. */
function Doubts({ preview }: { preview: FilePreview }) {
  const { known_count, twice_count, noon_count, farthest_m } = preview;
  const words = (["known", "twice", "noon"] as const).flatMap((doubt) => {
    const count = { known: known_count, twice: twice_count, noon: noon_count }[doubt];
    return count === 0 ? [] : t(`file-preview:doubt.${doubt}`, { count, n: formatNumber(count) });
  });
  if (farthest_m !== null) {
    words.push(t("file-preview:doubt.beside", { metres: formatNumber(farthest_m, 1) }));
  }
  words.push(...preview.notes.map(problemWords));
  if (words.length === 0) return null;
  return (
    <ul className={css.doubts}>
      {words.map((one) => (
        <li key={one}>{one}</li>
      ))}
    </ul>
  );
}
