// Reads the code on a component by the camera, and says what is wrong with it.
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useAtom, useSetAtom } from "jotai";
import {
  findNamed,
  isReadingCodeAtom,
  takeComponent,
  type NamedComponents,
} from "../../state/field/choose.ts";
import { watchCamera, type CameraFault } from "../../state/field/camera.ts";
import { namedWords } from "../../state/field/named-words.ts";
import { t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Dialog } from "../../ui/overlay.tsx";
import css from "./code-dialog.module.css";

export function CodeDialog() {
  const [isOpen, setOpen] = useAtom(isReadingCodeAtom);
  const [round, setRound] = useState(0);
  if (!isOpen) return null;
  const close = () => setOpen(false);
  return (
    <Dialog
      title={t("field:read_code")}
      isOpen
      onClose={close}
      closeLabel={t("shell:close")}
      actions={
        <Button kind="primary" onPress={close}>
          {t("field:type_name")}
        </Button>
      }
    >
      <Camera key={round} onDone={close} onAgain={() => setRound(round + 1)} />
    </Dialog>
  );
}

function Camera({ onDone, onAgain }: { onDone: () => void; onAgain: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [isReady, setReady] = useState(false);
  const [fault, setFault] = useState<CameraFault | null>(null);
  const [answer, setAnswer] = useState<NamedComponents | null>(null);
  const find = useSetAtom(findNamed);
  const take = useSetAtom(takeComponent);
  const onText = useEffectEvent((text: string) => {
    const found = find(text);
    setAnswer(found);
    if (found.kind !== "found") return;
    onDone();
    take(found.at);
  });
  useEffect(() => {
    const element = video.current;
    if (!element) return undefined;
    return watchCamera(element, {
      onText: (text) => onText(text),
      onReady: () => setReady(true),
      onFault: setFault,
    });
  }, []);
  const words = answer && namedWords(answer);
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
