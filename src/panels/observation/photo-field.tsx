// The photos of a form: those that are stored, those that will be sent, and how far they are.
import { useState } from "react";
import { X } from "lucide-react";
import { imageTypes } from "../../domain/analysis/analysis-result.ts";
import type { Observation } from "../../domain/observation/observation.ts";
import { newPhoto, photoRefusal } from "../../state/observation/photo.ts";
import type { NewPhoto } from "../../state/observation/source.ts";
import { problemWords } from "../../state/shell/fault.ts";
import { formatBytes, t } from "../../state/shell/locale.ts";
import { IconButton } from "../../ui/button.tsx";
import { Progress } from "../../ui/feedback.tsx";
import { FileDrop } from "../../ui/form/file-drop.tsx";
import css from "./observation.module.css";

type PhotoFieldProps = {
  one: Observation | null;
  files: readonly NewPhoto[];
  /** The share that was sent, while photos are on their way. */
  share: number | null;
  onFiles: (files: readonly NewPhoto[]) => void;
};

export function PhotoField({ one, files, share, onFiles }: PhotoFieldProps) {
  const [problems, setProblems] = useState<readonly string[]>([]);
  const stored = one?.images.length ?? 0;
  const add = (chosen: readonly File[]) => {
    const next = [...files];
    const refused: string[] = [];
    for (const file of chosen) {
      const problem = photoRefusal(file, stored + next.length);
      if (problem) refused.push(problemWords(problem));
      else next.push(newPhoto(file));
    }
    setProblems(refused);
    if (next.length > files.length) onFiles(next);
  };
  return (
    <section className={css.photoField} aria-label={t("observation:photos")}>
      <h3>{t("observation:photos")}</h3>
      {share === null ? (
        <FileDrop
          label={t("observation:drop_photos")}
          buttonLabel={t("observation:choose_photos")}
          hint={t("observation:photo_limit")}
          accept={imageTypes}
          onFiles={add}
        />
      ) : (
        <Progress label={t("observation:sending_photos", { count: files.length })} value={share} />
      )}
      {problems.length > 0 ? (
        <ul className={css.problems} role="alert">
          {problems.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      ) : null}
      {files.length > 0 ? (
        <ul className={css.files}>
          {files.map((photo) => (
            <li key={photo.file_id}>
              <span>{photo.file.name}</span>
              <small>{formatBytes(photo.file.size)}</small>
              {share === null ? (
                <IconButton
                  size="sm"
                  label={t("observation:drop_photo", { name: photo.file.name })}
                  onPress={() => onFiles(files.filter((other) => other !== photo))}
                >
                  <X size={14} aria-hidden="true" />
                </IconButton>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
