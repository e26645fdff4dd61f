// The photos of a form: those that are stored, those that will be sent, and how far they are.
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Camera, PencilLine, X } from "lucide-react";
import { imageTypes } from "../domain/analysis/analysis-result.ts";
import { limits } from "../domain/limits.ts";
import type { PhotoMark } from "../domain/observation/photo-mark.ts";
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
import { chunk } from "../ui/chunk.tsx";
import { FileDrop } from "../ui/form/file-drop.tsx";
import css from "./photo-field.module.css";

const PhotoMarkup = chunk(
  async () => (await import("./photo-markup.tsx")).PhotoMarkup,
  limits.chunkLoadMs,
);

/** A photo as it was chosen, and what was drawn on it. */
type Marked = { readonly file: File; readonly marks: readonly PhotoMark[] };

type PhotoFieldProps = {
  one: Observation | null;
  files: readonly NewPhoto[];
  /** How many recordings will be sent beside them: they count as well. */
  recordings?: number;
  /** The share that was sent, while photos are on their way. */
  share: number | null;
  onFiles: (files: readonly NewPhoto[]) => void;
};

export function PhotoField({ one, files, recordings = 0, share, onFiles }: PhotoFieldProps) {
  const [problems, setProblems] = useState<readonly string[]>([]);
  const stored = (one?.images.length ?? 0) + recordings;
  const isSmall = useAtomValue(isSmallScreenAtom);
  const prepare = useSetAtom(preparePhoto);
  const [isPreparing, setPreparing] = useState(false);
  const [marking, setMarking] = useState<NewPhoto | null>(null);
  /** By the photo that is sent in its place, so that marks can be changed until then. */
  const [marked, setMarked] = useState<ReadonlyMap<string, Marked>>(new Map());
  // Photos that are still prepared must not lose those that were added meanwhile.
  const latest = useRef(files);
  useLayoutEffect(() => {
    latest.current = files;
  }, [files]);
  const keep = (next: readonly NewPhoto[]) => {
    latest.current = next;
    onFiles(next);
  };
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
    if (next.length > latest.current.length) keep(next);
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
        <Progress
          label={t(recordings > 0 ? "observation:sending_files" : "observation:sending_photos", {
            count: files.length + recordings,
          })}
          value={share}
        />
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
              <Thumbnail file={photo.file} />
              <span>{photo.file.name}</span>
              <small>{formatBytes(photo.file.size)}</small>
              {share === null ? (
                <IconButton
                  size="sm"
                  label={t("observation:mark.open", { name: photo.file.name })}
                  onPress={() => setMarking(photo)}
                >
                  <PencilLine size={14} aria-hidden="true" />
                </IconButton>
              ) : null}
              {share === null ? (
                <IconButton
                  size="sm"
                  label={t("observation:drop_photo", { name: photo.file.name })}
                  onPress={() => keep(latest.current.filter((other) => other !== photo))}
                >
                  <X size={14} aria-hidden="true" />
                </IconButton>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {marking ? (
        <PhotoMarkup
          {...(marked.get(marking.file_id) ?? { file: marking.file, marks: [] })}
          onClose={() => setMarking(null)}
          onSave={(file, marks) => {
            const next = newPhoto(file);
            const { file: chosen } = marked.get(marking.file_id) ?? marking;
            setMarked(new Map([...marked, [next.file_id, { file: chosen, marks }]]));
            keep(latest.current.map((one) => (one === marking ? next : one)));
            setMarking(null);
          }}
        />
      ) : null}
    </section>
  );
}

/** The photo in small, by an address that lives as long as it is shown. */
function Thumbnail({ file }: { file: File }) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(file);
    if (image.current) image.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return <img ref={image} className={css.thumbnail} alt="" />;
}
