// The measured parts of a component, worst first. A press opens a part, or its images.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Image } from "lucide-react";
import type { ComponentRow } from "../../domain/component/hierarchy.ts";
import { openComponent } from "../../state/plant/component/component.ts";
import { nameUnder } from "../../state/plant/component/component-words.ts";
import { rowImagesAtom } from "../../state/plant/image/open-image.ts";
import { openComponentImages } from "../../state/plant/image/survey-image.ts";
import { seenNumberAtom } from "../../state/plant/column/detection-limit.ts";
import { measuredOfAtom, partValueAtom } from "../../state/plant/column/measured-value.ts";
import type { ShownValue } from "../../state/plant/column/shown-value.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { valueMarkAtom } from "../../state/plant/column/value-colour.ts";
import {
  componentTypeName,
  formatValue,
  severityName,
} from "../../state/plant/column/value-words.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { SeverityMark } from "../../ui/chart/severity-mark.tsx";
import css from "./lead.module.css";

const FIRST = 5;
const MORE = 20;

export function Parts({ shown }: { shown: ShownValue }) {
  const { parts, keyFigure, at } = shown;
  const [most, setMost] = useState({ at, count: FIRST });
  // Another component begins with the first parts again.
  const isSame = most.at.row === at.row && most.at.component_type === at.component_type;
  const count = isSame ? most.count : FIRST;
  const { component_type } = keyFigure;
  if (parts.length === 0) return null;
  const rest = parts.length - count;
  return (
    <div className={css.partsBlock}>
      <h4 id="component-parts">
        {t("component:parts", { type: componentTypeName(component_type, true) })}
      </h4>
      <ol className={css.parts} aria-labelledby="component-parts">
        {[...parts.subarray(0, count)].map((row) => (
          <Part key={row} shown={shown} at={{ component_type, row }} />
        ))}
      </ol>
      {rest > 0 ? (
        <Button size="sm" kind="quiet" onPress={() => setMost({ at, count: count + MORE })}>
          {t("component:more_parts", { n: formatNumber(Math.min(rest, MORE)) })}
        </Button>
      ) : null}
    </div>
  );
}

function Part({ shown, at }: { shown: ShownValue; at: ComponentRow }) {
  const { keyFigure } = shown;
  const { value } = useAtomValue(partValueAtom)(at.row);
  const mark = useAtomValue(valueMarkAtom)(keyFigure, value);
  const measured = useAtomValue(measuredOfAtom)(at.row, "size");
  const seenNumber = useAtomValue(seenNumberAtom);
  const [image] = useAtomValue(rowImagesAtom)(at);
  const open = useSetAtom(openComponent);
  const openImages = useSetAtom(openComponentImages);
  const name = nameUnder(shown.at, at);
  const isClassed = keyFigure.kind === "u8";
  return (
    <li>
      <button type="button" className={css.part} onClick={() => open(at, true)}>
        <SeverityMark
          symbol={mark.symbol}
          colour={mark.colour}
          {...(mark.severity === null ? {} : { label: severityName(mark.severity) })}
        />
        <strong>{name}</strong>
        <span className={css.class}>{isClassed ? formatValue(keyFigure, value) : null}</span>
        <span className={css.number}>
          {measured ? seenNumber(measured.keyFigure, measured.value) : null}
        </span>
        <span className={css.unit}>{measured?.keyFigure.unit}</span>
      </button>
      {image ? (
        <IconButton
          size="sm"
          label={t("component:open_images_of", { name })}
          onPress={() => openImages(at)}
        >
          <Image size={14} aria-hidden="true" />
        </IconButton>
      ) : null}
    </li>
  );
}
