// Plays a voice note or a video with the browser's own controls.
import { useEffect, useRef, useState } from "react";
import type { RecordingKind } from "../domain/observation/recording/recording.ts";
import { t } from "../state/shell/locale.ts";
import css from "./recording-player.module.css";

type RecordingPlayerProps = {
  readonly file: Blob;
  readonly kind: RecordingKind;
  readonly label: string;
};

export function RecordingPlayer({ file, kind, label }: RecordingPlayerProps) {
  const [isBroken, setBroken] = useState(false);
  const player = useRef<HTMLMediaElement | null>(null);
  useEffect(() => {
    const element = player.current;
    if (!element) return undefined;
    const end = new AbortController();
    // Browsers that record leave the length out; it is known once the end was looked for.
    const findEnd = () => {
      if (element.duration !== Infinity) return;
      const rewind = () => {
        if (!Number.isFinite(element.duration)) return;
        element.removeEventListener("durationchange", rewind);
        element.currentTime = 0;
      };
      element.addEventListener("durationchange", rewind, { signal: end.signal });
      element.currentTime = Number.MAX_SAFE_INTEGER;
    };
    element.addEventListener("loadedmetadata", findEnd, { signal: end.signal });
    element.addEventListener("error", () => setBroken(true), { signal: end.signal });
    const url = URL.createObjectURL(file);
    element.src = url;
    return () => {
      end.abort();
      element.removeAttribute("src");
      element.load();
      URL.revokeObjectURL(url);
    };
  }, [file]);
  if (isBroken) return <p className={css.broken}>{t("observation:recording.not_played")}</p>;
  const common = { "aria-label": label, controls: true, preload: "metadata" as const };
  return kind === "video" ? (
    // What is said is for the people who work there; its observation has a note in words.
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <video
      ref={(element) => {
        player.current = element;
      }}
      className={css.video}
      playsInline
      {...common}
    />
  ) : (
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <audio
      ref={(element) => {
        player.current = element;
      }}
      className={css.audio}
      {...common}
    />
  );
}
