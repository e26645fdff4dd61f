// The size of components of which the files of a twin have points alone.
import { useState } from "react";
import { SIZE, type FileMapping } from "../../domain/file-preview/file-mapping.ts";
import type { FilePreview } from "../../domain/file-preview/file-preview.ts";
import {
  GREATEST_SIDE,
  LEAST_SIDE,
  pointSizeText,
  readPointSize,
} from "../../domain/twin/point-size.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { Alert } from "../../ui/feedback.tsx";
import { NumberField } from "../number-field/number-field.tsx";
import css from "./file-preview.module.css";

type SizeProps = {
  readonly preview: FilePreview;
  readonly onSay: (said: FileMapping) => void;
};

export function PointSizeQuestion({ preview: { point_count, said }, onSay }: SizeProps) {
  const before = readPointSize(said[SIZE] ?? "");
  const [length, setLength] = useState(before?.length ?? NaN);
  const [width, setWidth] = useState(before?.width ?? NaN);
  const [direction, setDirection] = useState(before?.direction ?? NaN);
  if (point_count === 0) return null;
  const text = pointSizeText({ length, width, direction });
  const sides = { unit: "m", minValue: LEAST_SIDE, maxValue: GREATEST_SIDE } as const;
  const title = { count: point_count, n: formatNumber(point_count) };
  return (
    <Alert tone={before ? "info" : "watch"} title={t("file-preview:size.title", title)}>
      <p>{t("file-preview:size.hint")}</p>
      <div className={css.code}>
        <NumberField
          {...sides}
          label={t("file-preview:size.length")}
          value={length}
          onChange={setLength}
        />
        <NumberField
          {...sides}
          label={t("file-preview:size.width")}
          value={width}
          onChange={setWidth}
        />
        <NumberField
          label={t("file-preview:size.direction")}
          unit="°"
          minValue={0}
          maxValue={179.9}
          value={direction}
          onChange={setDirection}
        />
        <Button
          reason={width > length ? t("file-preview:size.sides_exchanged") : null}
          isDisabled={readPointSize(text) === null || text === said[SIZE]}
          onPress={() => onSay({ ...said, [SIZE]: text })}
        >
          {t("file-preview:system.use")}
        </Button>
      </div>
    </Alert>
  );
}
