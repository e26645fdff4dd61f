// The photos of a form: those that are stored, those that will be sent, and how far they are.
import { useLayoutEffect, useRef, useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Camera, X } from "lucide-react";
import { imageTypes } from "../domain/analysis/analysis-result.ts";
import type { Observation } from "../domain/observation/observation.ts";
import { preparePhoto } from "../state/observation/prepare-photo.ts";
import { newPhoto, photoRefusal } from "../state/observation/photo.ts";
import type { NewPhoto } from "../state/observation/source.ts";
import { isSmallScreenAtom } from "../state/shell/small-screen.ts";
import { problemWords } from "../state/shell/fault.ts";
import { formatBytes, t } from "../state/shell/locale.ts";
import { IconButton } from "../ui/button.tsx";
import { Progress } from "../ui/feedback.tsx";
import { CameraButton } from "../ui/form/camera-button.tsx";
import { FileDrop } from "../ui/form/file-drop.tsx";
import css from "./photo-field.module.css";

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
  const isSmall = useAtomValue(isSmallScreenAtom);
  const prepare = useSetAtom(preparePhoto);
  const [isPreparing, setPreparing] = useState(false);
  // Photos that are still prepared must not lose those that were added meanwhile.
  const latest = useRef(files);
  useLayoutEffect(() => {
    latest.current = files;
  });
  const add = async (chosen: readonly File[], isTaken: boolean) => {
    setPreparing(true);
    const ready = await Promise.all(chosen.map((file) => prepare(file, isTaken)));
    setPreparing(false);
    const next = [...latest.current];
    const refused: string[] = [];
    for (const file of ready) {
      const problem = photoRefusal(file, stored + next.length);
      if (problem) refused.push(problemWords(problem));
      else next.push(newPhoto(file));
    }
    setProblems(refused);
    if (next.length > latest.current.length) onFiles(next);
  };
  return (
    <section className={css.photoField} aria-label={t("observation:photos")}>
      <h3>{t("observation:photos")}</h3>
      {share === null && isSmall ? (
        <CameraButton
          icon={<Camera size={20} aria-hidden="true" />}
          accept={imageTypes}
          isDisabled={isPreparing}
          onFiles={(chosen) => void add(chosen, true)}
        >
          {t("observation:take_photo")}
        </CameraButton>
      ) : null}
      {isPreparing ? <output>{t("observation:preparing_photos")}</output> : null}
      {share === null ? (
        <FileDrop
          label={t("observation:drop_photos")}
          buttonLabel={t("observation:choose_photos")}
          hint={t("observation:photo_limit")}
          accept={imageTypes}
          onFiles={(chosen) => void add(chosen, false)}
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
