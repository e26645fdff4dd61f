// The columns of the uploaded files: name and problems, size, and what was read from the file.
import { Download } from "lucide-react";
import type { AnalysisFile } from "../../../domain/analysis/analysis-file.ts";
import { siteClock } from "../../../state/shell/site-clock.ts";
import { problemText } from "../../../state/shell/fault.ts";
import { formatBytes, formatNumber, t } from "../../../state/shell/locale.ts";
import { IconButton } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/form/toggle.tsx";
import type { Column } from "../../../ui/table/table-sort.tsx";
import { Thumbnail } from "./thumbnail.tsx";
import css from "./files.module.css";

type FileColumn = Column<AnalysisFile>;

export function markColumn(
  chosen: ReadonlySet<string>,
  toggle: (file_name: string) => void,
): FileColumn {
  return {
    id: "mark",
    title: t("analysis-file:mark"),
    titleHidden: true,
    width: "3rem",
    cell: ({ file_name }) => (
      <Checkbox
        aria-label={t("analysis-file:mark_file", { name: file_name })}
        isSelected={chosen.has(file_name)}
        onChange={() => toggle(file_name)}
      >
        {null}
      </Checkbox>
    ),
  };
}

export function saveColumn(save: (file_name: string) => void): FileColumn {
  return {
    id: "save",
    title: t("analysis-file:save"),
    titleHidden: true,
    width: "4.5rem",
    cell: ({ file_name }) => (
      <IconButton
        size="sm"
        label={t("analysis-file:save_file", { name: file_name })}
        onPress={() => save(file_name)}
      >
        <Download size={14} aria-hidden="true" />
      </IconButton>
    ),
  };
}

export function fileColumns(analysis_id: number, time_zone: string): FileColumn[] {
  const clock = siteClock(time_zone);
  return [
    {
      id: "thumbnail",
      title: t("analysis-file:field.thumbnail"),
      titleHidden: true,
      width: "4rem",
      cell: (file) => <Thumbnail analysis_id={analysis_id} file={file} />,
    },
    {
      id: "file_name",
      title: t("analysis-file:field.file_name"),
      sortBy: ({ file_name }) => file_name,
      cell: ({ file_name, bytes, problems, reading_state }) => (
        <span className={css.name} title={file_name}>
          {file_name}
          <small className={css.size}>{formatBytes(bytes)}</small>
          {problems.map((problem) => (
            <small key={problem.reason} className={css.problem}>
              {problemText(problem)}
            </small>
          ))}
          {reading_state === "waiting" ? <small>{t("analysis-file:waiting")}</small> : null}
        </span>
      ),
    },
    {
      id: "bytes",
      title: t("analysis-file:field.bytes"),
      numeric: true,
      width: "6rem",
      from: 420,
      sortBy: ({ bytes }) => bytes,
      cell: ({ bytes }) => formatBytes(bytes),
    },
    {
      id: "taken_at",
      title: t("analysis-file:field.taken_at"),
      width: "11rem",
      from: 640,
      sortBy: ({ taken_at }) => taken_at,
      cell: ({ taken_at, utc_offset }) => {
        if (!taken_at) return "–";
        const time = clock.time(taken_at);
        return utc_offset === null ? t("analysis-file:assumed_zone", { time }) : time;
      },
    },
    {
      id: "camera_model",
      title: t("analysis-file:field.camera_model"),
      width: "10rem",
      from: 780,
      sortBy: ({ camera_model }) => camera_model,
      cell: ({ camera_model, is_radiometric }) =>
        camera_model !== null && is_radiometric
          ? t("analysis-file:radiometric", { camera: camera_model })
          : (camera_model ?? "–"),
    },
    {
      id: "relative_altitude",
      title: t("analysis-file:field.relative_altitude"),
      numeric: true,
      width: "6.5rem",
      from: 900,
      sortBy: metresOf,
      cell: (file) => {
        const metres = metresOf(file);
        return metres === null
          ? "–"
          : t("analysis-file:metres", { metres: formatNumber(metres, 0) });
      },
    },
  ];
}

/** Above the take-off position, else above the sea. */
function metresOf({ relative_altitude, altitude }: AnalysisFile): number | null {
  return relative_altitude ?? altitude;
}
