// The component's images, thermal or visible. A press opens the lightbox.
import { useState } from "react";
import { useAtomValue } from "jotai";
import { Maximize2 } from "lucide-react";
import type { ComponentResult, ResultImage } from "../../domain/analysis/analysis-result.ts";
import { analysisIdAtom } from "../../state/plant/analysis.ts";
import { t } from "../../state/shell/locale.ts";
import { Segments } from "../../ui/form/choice.tsx";
import { Lightbox } from "./lightbox.tsx";
import { ImageView } from "./image-view.tsx";
import css from "./component.module.css";

type Kind = ResultImage["kind"];

export function Images({ result }: { result: ComponentResult }) {
  const analysis_id = useAtomValue(analysisIdAtom);
  const [chosenKind, setKind] = useState<Kind>("thermal");
  const [isLarge, setLarge] = useState(false);
  if (result.images.length === 0 || analysis_id === null) return null;
  const kinds = (["thermal", "rgb"] as const).filter((kind) =>
    result.images.some((image) => image.kind === kind),
  );
  const kind = kinds.includes(chosenKind) ? chosenKind : kinds[0]!;
  const images = result.images.filter((image) => image.kind === kind);
  return (
    <section className={css.images} aria-label={t("component:images")}>
      {kinds.length > 1 ? (
        <Segments<Kind>
          label={t("component:image_kind")}
          options={kinds.map((id) => ({ id, label: t(`component:image.${id}`) }))}
          value={kind}
          onChange={setKind}
        />
      ) : null}
      {images.slice(0, 1).map((image) => (
        <button
          key={image.id}
          type="button"
          className={css.thumb}
          aria-label={t("component:open_image", { kind: t(`component:image.${kind}`) })}
          onClick={() => setLarge(true)}
        >
          <ImageView
            analysis_id={analysis_id}
            image={image}
            size="full"
            name={result.pcs || result.dt_id}
          />
          <span className={css.enlarge} aria-hidden="true">
            <Maximize2 size={14} />
          </span>
        </button>
      ))}
      {isLarge ? (
        <Lightbox
          analysis_id={analysis_id}
          result={result}
          first={kind}
          onClose={() => setLarge(false)}
        />
      ) : null}
    </section>
  );
}
