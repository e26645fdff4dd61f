// A photo before it is sent: arrows and words on it, and parts that must not be recognised.
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import { useAtomValue } from "jotai";
import { EyeOff, MoveUpRight, Trash2, Type, Undo2 } from "lucide-react";
import { limits } from "../domain/limits.ts";
import {
  photoMarkKinds,
  type PhotoMark,
  type PhotoMarkKind,
  type SharePoint,
} from "../domain/observation/photo-mark.ts";
import { drawMarks, markedPhoto, uprightPicture } from "../state/observation/mark-photo.ts";
import { formatNumber, t } from "../state/shell/locale.ts";
import { isSmallScreenAtom } from "../state/shell/small-screen.ts";
import { Button } from "../ui/button.tsx";
import { Alert, Skeleton } from "../ui/feedback.tsx";
import { Segments } from "../ui/form/choice.tsx";
import { TextField } from "../ui/form/field.tsx";
import { usePending } from "./pending.ts";
import { TypedDialog } from "./typed-dialog.tsx";
import css from "./photo-markup.module.css";

/** Pixels of the longer side while marks are set. The photo itself is marked in its own size. */
const SHOWN_PX = 1600;
/** A shorter stroke, as a share of the picture, is a slip of the hand. */
const LEAST = 0.01;
/** Steps of the cross by keys, as shares of the picture. */
const [STEP, LARGE_STEP] = [0.01, 0.1];

const icons = {
  arrow: <MoveUpRight size={14} aria-hidden="true" />,
  text: <Type size={14} aria-hidden="true" />,
  hidden: <EyeOff size={14} aria-hidden="true" />,
};

type PhotoMarkupProps = {
  /** Without marks. */
  file: File;
  marks: readonly PhotoMark[];
  onSave: (marked: File, marks: readonly PhotoMark[]) => void;
  onClose: () => void;
};

export function PhotoMarkup({ file, marks: given, onSave, onClose }: PhotoMarkupProps) {
  const [marks, setMarks] = useState(given);
  const [kind, setKind] = useState<PhotoMarkKind>("arrow");
  const [text, setText] = useState("");
  const [isFailed, setFailed] = useState(false);
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [isPending, whilePending] = usePending();
  useEffect(() => {
    let isWanted = true;
    let shown: ImageBitmap | null = null;
    uprightPicture(file, SHOWN_PX).then(
      (found) => {
        shown = found;
        if (isWanted) setPicture(found);
        else found.close();
      },
      () => isWanted && setFailed(true),
    );
    return () => {
      isWanted = false;
      shown?.close();
    };
  }, [file]);
  const save = async () => {
    await whilePending(async () => {
      try {
        onSave(marks.length === 0 ? file : await markedPhoto(file, marks), marks);
      } catch {
        setFailed(true);
      }
    });
  };
  const isSmall = useAtomValue(isSmallScreenAtom);
  const lacksText = kind === "text" && text.trim() === "";
  return (
    <TypedDialog
      title={t("observation:mark.title", { name: file.name })}
      typed={[marks, text]}
      onClose={onClose}
      closeLabel={t("shell:close")}
      size="full"
    >
      <div className={css.markup}>
        <div className={css.tools}>
          <Segments
            label={t("observation:mark.kinds")}
            options={photoMarkKinds.map((id) => ({
              id,
              label: t(`observation:mark.kind.${id}`),
              icon: icons[id],
            }))}
            value={kind}
            onChange={setKind}
          />
          <Button
            size="sm"
            icon={<Undo2 size={14} aria-hidden="true" />}
            isDisabled={marks.length === 0}
            onPress={() => setMarks(marks.slice(0, -1))}
          >
            {t("observation:mark.undo")}
          </Button>
          <Button
            size="sm"
            icon={<Trash2 size={14} aria-hidden="true" />}
            isDisabled={marks.length === 0}
            onPress={() => setMarks([])}
          >
            {t("observation:mark.clear")}
          </Button>
        </div>
        {kind === "text" ? (
          <TextField
            label={t("observation:mark.text")}
            value={text}
            onChange={setText}
            maxLength={limits.annotationLetters}
          />
        ) : null}
        <p className={css.hint}>
          {t(`observation:mark.hint.${lacksText ? "no_text" : kind}`)}{" "}
          {isSmall ? null : t("observation:mark.keys")}
        </p>
        {isFailed ? <Alert tone="danger" title={t("observation:mark.failed")} /> : null}
        {picture ? (
          <Surface
            picture={picture}
            marks={marks}
            kind={kind}
            text={lacksText ? null : text.trim()}
            onMark={(mark) => setMarks([...marks, mark])}
          />
        ) : isFailed ? null : (
          <Skeleton label={t("shell:loading")} lines={6} />
        )}
        <div className={css.foot}>
          <output className={css.hint}>
            {t("observation:mark.count", { count: marks.length, n: formatNumber(marks.length) })}
          </output>
          <Button onPress={onClose}>{t("shell:cancel")}</Button>
          <Button
            kind="primary"
            isPending={isPending}
            isDisabled={!picture || marks === given}
            onPress={() => void save()}
          >
            {t("observation:mark.save")}
          </Button>
        </div>
      </div>
    </TypedDialog>
  );
}

type SurfaceProps = {
  picture: ImageBitmap;
  marks: readonly PhotoMark[];
  kind: PhotoMarkKind;
  /** Null where words are to be set and none are typed. */
  text: string | null;
  onMark: (mark: PhotoMark) => void;
};

const clamp = (share: number) => Math.min(1, Math.max(0, share));

/** The picture with what is drawn on it. By pointer: drag, or press for words. By keys: a cross, and Enter at both ends. */
function Surface({ picture, marks, kind, text, onMark }: SurfaceProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drawn, setDrawn] = useState<{ from: SharePoint; to: SharePoint } | null>(null);
  const [cross, setCross] = useState<SharePoint>([0.5, 0.5]);
  const { width, height } = picture;
  const mark = (from: SharePoint, to: SharePoint): PhotoMark => ({
    id: crypto.randomUUID(),
    kind,
    from,
    to,
    text: kind === "text" ? (text ?? "") : "",
  });
  useEffect(() => {
    const pen = canvas.current?.getContext("2d");
    if (!pen) return;
    pen.drawImage(picture, 0, 0);
    const begun = drawn ? [{ ...drawn, id: "drawn", kind, text: "" }] : [];
    drawMarks(pen, [...marks, ...begun]);
  }, [picture, marks, drawn, kind]);
  const set = (from: SharePoint, to: SharePoint) => {
    setDrawn(null);
    const isSlip = Math.hypot(to[0] - from[0], to[1] - from[1]) < LEAST;
    if (kind === "text" ? text !== null : !isSlip) onMark(mark(from, to));
  };
  const at = (event: PointerEvent): SharePoint => {
    const box = event.currentTarget.getBoundingClientRect();
    return [
      clamp((event.clientX - box.left) / box.width),
      clamp((event.clientY - box.top) / box.height),
    ];
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey ? LARGE_STEP : STEP;
    const moves: Record<string, SharePoint> = {
      ArrowLeft: [-step, 0],
      ArrowRight: [step, 0],
      ArrowUp: [0, -step],
      ArrowDown: [0, step],
    };
    const move = moves[event.key];
    if (move) {
      const next: SharePoint = [clamp(cross[0] + move[0]), clamp(cross[1] + move[1])];
      setCross(next);
      if (drawn) setDrawn({ ...drawn, to: next });
    } else if (event.key === "Enter" || event.key === " ") {
      if (kind === "text") set(cross, cross);
      else if (drawn) set(drawn.from, cross);
      else setDrawn({ from: cross, to: cross });
    } else if (event.key === "Escape" && drawn) {
      event.stopPropagation();
      setDrawn(null);
    } else return;
    event.preventDefault();
  };
  return (
    <div className={css.frame}>
      {/* A focusable picture with keys of its own, because no native element fits. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        className={css.surface}
        style={{
          aspectRatio: `${width} / ${height}`,
          width: `min(100cqw, ${(100 * width) / height}cqh)`,
        }}
        role="group"
        aria-label={t("observation:mark.surface")}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setDrawn({ from: at(event), to: at(event) });
        }}
        onPointerMove={(event) =>
          drawn && event.buttons > 0 && setDrawn({ ...drawn, to: at(event) })
        }
        onPointerUp={(event) => drawn && set(drawn.from, at(event))}
        onPointerCancel={() => setDrawn(null)}
      >
        <canvas ref={canvas} width={width} height={height} />
        <span
          className={css.cross}
          style={{ left: `${cross[0] * 100}%`, top: `${cross[1] * 100}%` }}
          aria-hidden="true"
        />
      </div>
    </div>
  );
}
