// The marks of a look's pictures in words: what they say, on which component they lie, what can be made of them.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { ClipboardPen, Crosshair, Trash2 } from "lucide-react";
import type { Annotation, AnnotationKind, AnnotationPixel } from "../../domain/image/annotation.ts";
import { annotationKinds } from "../../domain/image/annotation.ts";
import type { Picture } from "../../domain/image/look.ts";
import { limits } from "../../domain/limits.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { componentName } from "../../state/plant/component/component-words.ts";
import {
  annotatedAtom,
  marksOf,
  observeAnnotation,
  openAnnotated,
  removeAnnotation,
} from "../../state/plant/image/image-annotation.ts";
import { imagedPlaceAtom } from "../../state/plant/image/survey-image.ts";
import { formatDate, t } from "../../state/shell/locale.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { usePending } from "../pending.ts";
import { LoadFault } from "../load-fault.tsx";
import { useUnsaved } from "../unsaved.ts";
import css from "./annotation.module.css";

const tools = ["none", ...annotationKinds] as const;

type ToolsProps = {
  tool: AnnotationKind | null;
  onTool: (tool: AnnotationKind | null) => void;
  /** Marks the outlined place, or the middle where there is no outline, without a pointer. */
  onOutline: () => void;
  hasOutline: boolean;
};

export function AnnotationTools({ tool, onTool, onOutline, hasOutline }: ToolsProps) {
  const ask = useAtomValue(askAtom);
  const refusal = ask("surveyImage.annotate");
  if (refusal?.isHidden) return null;
  return (
    <>
      <Select<AnnotationKind | "none">
        label={t("survey-image:annotation.tool")}
        size="sm"
        options={tools.map((id) => ({ id, label: t(`survey-image:annotation.kind.${id}`) }))}
        value={tool ?? "none"}
        onChange={(id) => onTool(id === "none" ? null : id)}
      />
      <Button size="sm" reason={reasonOf(refusal)} onPress={onOutline}>
        {t(hasOutline ? "survey-image:annotation.outline" : "survey-image:annotation.middle")}
      </Button>
    </>
  );
}

export type Drawn = {
  readonly picture: Picture;
  readonly kind: AnnotationKind;
  readonly points: readonly AnnotationPixel[];
};

type WordsFormProps = {
  drawn: Drawn;
  onSave: (text: string) => Promise<void>;
  onCancel: () => void;
};

/** Asks what the mark that was drawn means. */
export function AnnotationWords({ drawn, onSave, onCancel }: WordsFormProps) {
  const [text, setText] = useState("");
  const [isPending, whilePending] = usePending();
  const isEmpty = drawn.kind === "text" && text.trim() === "";
  useUnsaved(text.trim() !== "", { kind: "editing" });
  const save = async () => {
    await whilePending(() => onSave(text));
  };
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty && !isPending) void save();
      }}
    >
      <TextField
        label={t("survey-image:annotation.words", {
          kind: t(`survey-image:annotation.kind.${drawn.kind}`),
        })}
        value={text}
        onChange={setText}
        maxLength={limits.annotationLetters}
        autoFocus
      />
      <Button
        type="submit"
        size="sm"
        kind="primary"
        isDisabled={isPending}
        reason={isEmpty ? t("survey-image:annotation.words_missing") : null}
      >
        {t("shell:save")}
      </Button>
      <Button size="sm" onPress={onCancel}>
        {t("shell:cancel")}
      </Button>
    </form>
  );
}

type ListProps = { analysis_id: number; image: Picture };

export function AnnotationList({ analysis_id, image }: ListProps) {
  const all = useAtomValue(marksOf(analysis_id, image));
  if (all.state === "failed") return <LoadFault fault={all.fault} isSmall />;
  if (all.state !== "ready" || all.value.length === 0) return null;
  return (
    <ul
      className={css.list}
      aria-label={t("survey-image:annotation.of", { name: image.file_name })}
    >
      {all.value.map((one, index) => (
        <Row key={one.id} {...{ analysis_id, image, one }} number={index + 1} />
      ))}
    </ul>
  );
}

type RowProps = ListProps & { one: Annotation; number: number };

function Row({ analysis_id, image, one, number }: RowProps) {
  const ask = useAtomValue(askAtom);
  const own = useAtomValue(imagedPlaceAtom)?.at ?? null;
  const placed = useAtomValue(annotatedAtom)(one);
  // A picture of a result shows its component.
  const at = image.source === "result" ? own : placed;
  const observe = useSetAtom(observeAnnotation);
  const open = useSetAtom(openAnnotated);
  const remove = useSetAtom(removeAnnotation);
  const [isPending, whilePending] = usePending();
  const drop = async () => {
    await whilePending(() =>
      remove({ analysis_id, image_id: image.id, source: image.source }, one.id),
    );
  };
  const kind = t(`survey-image:annotation.kind.${one.kind}`);
  return (
    <li className={css.row}>
      <span className={css.words}>
        <strong>{`N${number} ${kind}`}</strong> {one.text}
        <small>
          {[
            at ? componentName(at) : t("survey-image:annotation.no_component"),
            one.user_name,
            formatDate(one.created_at),
          ].join(" · ")}
        </small>
      </span>
      <span className={css.acts}>
        {at && ask("observation.create") === null ? (
          <Button
            size="sm"
            icon={<ClipboardPen size={14} aria-hidden="true" />}
            onPress={() => observe(one, at, image.file_name)}
          >
            {t("survey-image:annotation.observe")}
          </Button>
        ) : null}
        {at ? (
          <Button
            size="sm"
            icon={<Crosshair size={14} aria-hidden="true" />}
            onPress={() => open(at)}
          >
            {t("survey-image:annotation.open")}
          </Button>
        ) : null}
        {ask("surveyImage.removeAnnotation") === null ? (
          <IconButton
            size="sm"
            label={t("survey-image:annotation.remove", { name: `N${number} ${kind}` })}
            isDisabled={isPending}
            onPress={() => void drop()}
          >
            <Trash2 size={14} aria-hidden="true" />
          </IconButton>
        ) : null}
      </span>
    </li>
  );
}
