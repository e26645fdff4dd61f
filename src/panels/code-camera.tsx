// Shows the picture of the camera and reads the codes in it, or says why the camera cannot be used.
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { watchCamera, type CameraFault } from "../state/field/camera.ts";
import { t } from "../state/shell/locale.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import css from "./code-camera.module.css";

type CodeCameraProps = {
  /** What is wrong with the code that was read last; null for nothing. */
  readonly words: string | null;
  readonly onText: (text: string) => void;
};

export function CodeCamera(props: CodeCameraProps) {
  const [round, setRound] = useState(0);
  return <Camera key={round} {...props} onAgain={() => setRound(round + 1)} />;
}

function Camera({ words, onText, onAgain }: CodeCameraProps & { readonly onAgain: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [isReady, setReady] = useState(false);
  const [fault, setFault] = useState<CameraFault | null>(null);
  const read = useEffectEvent(onText);
  useEffect(() => {
    const element = video.current;
    if (!element) return undefined;
    return watchCamera(element, {
      onText: (text) => read(text),
      onReady: () => setReady(true),
      onFault: setFault,
    });
  }, []);
  if (fault) {
    return (
      <Notice tone="watch" title={t(`field:camera.${fault}.title`)}>
        <div className={css.fault}>
          <span>{t(`field:camera.${fault}.text`)}</span>
          {fault === "unsupported" ? null : (
            <Button size="sm" onPress={onAgain}>
              {t("shell:retry")}
            </Button>
          )}
        </div>
      </Notice>
    );
  }
  return (
    <div className={css.camera}>
      <video ref={video} className={css.video} muted playsInline aria-label={t("field:picture")} />
      {words ? (
        <Notice tone="watch">{words}</Notice>
      ) : (
        <output className={css.hint}>
          {t(isReady ? "field:hold_code" : "field:camera_starts")}
        </output>
      )}
    </div>
  );
}
