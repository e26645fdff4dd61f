// The preview of all imports of files with shapes: what was understood, what the columns mean, what is missing.
import { useEffect, useMemo, useState } from "react";
import { useSetAtom } from "jotai";
import {
  SHEETS,
  type FileMapping,
  type FilePurpose,
} from "../../domain/file-preview/file-mapping.ts";
import type { FilePreview as Preview } from "../../domain/file-preview/file-preview.ts";
import { drawPreview, type PreviewedFile } from "../../state/import/file-preview.ts";
import { problemWords } from "../../state/shell/fault.ts";
import { t } from "../../state/shell/locale.ts";
import { sheetsToChoose, workbookToChoose } from "../../state/shell/table-file.ts";
import { Button } from "../../ui/button.tsx";
import { Alert, Skeleton } from "../../ui/feedback.tsx";
import { FaultAlert } from "../fault-alert.tsx";
import { SheetQuestion } from "../table-questions.tsx";
import { FoundLevels } from "./found-levels.tsx";
import { PointSizeQuestion } from "./point-size.tsx";
import { PreviewMap } from "./preview-map.tsx";
import { PreviewMapping, type MeaningChoice } from "./preview-mapping.tsx";
import { ProblemList } from "./problem-list.tsx";
import { SystemChoice } from "./system-choice.tsx";
import { Understood } from "./understood.tsx";
import { usePreview } from "./use-preview.ts";
import css from "./file-preview.module.css";

/** What is to be imported: the preview, with what was said of the columns and the sheets. */
export type ReadFiles = {
  readonly preview: Preview;
  readonly mapping: FileMapping;
  readonly sheet: string | null;
};

type FilePreviewProps = {
  readonly purpose: FilePurpose;
  /** The same array for the same files: another one is read again. */
  readonly files: readonly PreviewedFile[];
  /** Fields of the form beside the files; the same object for the same fields. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Null for outlines of plants. */
  readonly plant_id: number | null;
  /** Meanings beside those of the purpose. */
  readonly more?: readonly MeaningChoice[];
  /** Called with what was read; null while it is read, and where it cannot be. */
  readonly onRead: (read: ReadFiles | null) => void;
};

const noFields = {};

export function FilePreview(props: FilePreviewProps) {
  const { purpose, files, fields = noFields, plant_id, more, onRead } = props;
  const draw = useSetAtom(drawPreview);
  const [chosen, setChosen] = useState<{ files: unknown; mapping: FileMapping } | null>(null);
  const [answered, setAnswered] = useState<{ files: unknown; sheets: string } | null>(null);
  const mapping = chosen?.files === files ? chosen.mapping : null;
  const sheet = answered?.files === files ? answered.sheets : null;
  const asked = useMemo(
    () => ({ purpose, files, fields, mapping, sheet, plant_id }),
    [purpose, files, fields, mapping, sheet, plant_id],
  );
  const { preview, fault, isPending, retry, good } = usePreview(asked);
  useEffect(() => {
    const isRead = preview && !isPending;
    const said = preview?.said && { ...preview.said, ...(sheet !== null && { [SHEETS]: sheet }) };
    onRead(isRead && said ? { preview, mapping: said, sheet } : null);
    return () => onRead(null);
  }, [preview, isPending, sheet, onRead]);
  useEffect(() => {
    if (plant_id === null) return undefined;
    draw(preview);
    return () => draw(null);
  }, [preview, plant_id, draw]);
  const sheets = sheetsToChoose(fault);
  if (sheets.length > 0) {
    return (
      <SheetQuestion
        key={sheet}
        file={workbookToChoose(fault) ?? files[0]?.file.name ?? ""}
        sheets={sheets}
        isPending={isPending}
        // Of several workbooks, each is asked for in turn.
        onAnswer={(name) =>
          setAnswered({ files, sheets: sheet === null ? name : `${sheet}/${name}` })
        }
      />
    );
  }
  if (fault) {
    return (
      <div className={css.preview}>
        <FaultAlert fault={fault} />
        <div className={css.actions}>
          {good && good.mapping !== mapping ? (
            <Button onPress={() => setChosen(good.mapping && { files, mapping: good.mapping })}>
              {t("file-preview:undo_choice")}
            </Button>
          ) : null}
          <Button onPress={retry}>{t("shell:retry")}</Button>
        </div>
      </div>
    );
  }
  if (!preview) return <Skeleton label={t("file-preview:reading")} lines={6} />;
  const say = (said: FileMapping) => setChosen({ files, mapping: said });
  return (
    <section
      className={css.preview}
      aria-label={t("file-preview:title")}
      aria-busy={isPending}
      data-pending={isPending || undefined}
    >
      <Understood preview={preview} purpose={purpose} plant_id={plant_id} />
      <SystemChoice preview={preview} onSay={say} />
      {purpose === "twin" ? (
        <PointSizeQuestion key={files[0]?.file.name} preview={preview} onSay={say} />
      ) : null}
      <PreviewMap preview={preview} plant_id={plant_id} />
      <PreviewMapping preview={preview} purpose={purpose} more={more ?? []} onSay={say} />
      <FoundLevels preview={preview} />
      {preview.faults.length > 0 ? (
        <Alert tone="danger" title={t("file-preview:cannot")}>
          <ul className={css.faults}>
            {preview.faults.slice(0, 5).map((problem) => (
              <li key={problemWords(problem)}>{problemWords(problem)}</li>
            ))}
          </ul>
        </Alert>
      ) : null}
      <ProblemList
        title={t("file-preview:left_out")}
        problems={preview.refused}
        counts={preview.refused_counts}
      />
    </section>
  );
}
