// Images of the component, or of the worst of its parts that has any. A press opens them in full size.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Maximize2 } from "lucide-react";
import type { ResultImage } from "../../domain/analysis/analysis-result.ts";
import type { ComponentType } from "../../domain/component/component.ts";
import type { ComponentRow } from "../../domain/component/hierarchy.ts";
import { analysisIdAtom } from "../../state/plant/analysis/analysis.ts";
import { findingsAtom } from "../../state/plant/analysis/finding.ts";
import { componentName, shortName } from "../../state/plant/component/component-words.ts";
import { imagePlacesAtom, rowImagesAtom, stepImage } from "../../state/plant/image/open-image.ts";
import { shotsShowingAtom } from "../../state/plant/image/look.ts";
import { openComponentImages } from "../../state/plant/image/survey-image.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { Button } from "../../ui/button.tsx";
import { Segments } from "../../ui/form/choice.tsx";
import { ImageView } from "./image-view.tsx";
import css from "./component.module.css";

type Kind = ResultImage["kind"];
type ImagesProps = {
  at: ComponentRow;
  /** Rows of `type`, worst first. */
  parts?: Uint32Array;
  type?: ComponentType;
};

export function Images({ at, parts, type }: ImagesProps) {
  const analysis_id = useAtomValue(analysisIdAtom);
  const imagesOf = useAtomValue(rowImagesAtom);
  const open = useSetAtom(openComponentImages);
  const [chosenKind, setKind] = useState<Kind>("thermal");
  const part = type && parts?.find((row) => imagesOf({ component_type: type, row }).length > 0);
  const isOwn = imagesOf(at).length > 0 || part === undefined;
  const whose = isOwn || !type ? at : { component_type: type, row: part };
  const all = imagesOf(whose);
  const kinds = (["thermal", "rgb"] as const).filter((kind) =>
    all.some((image) => image.kind === kind),
  );
  const kind = kinds.includes(chosenKind) ? chosenKind : kinds[0];
  const image = all.find((one) => one.kind === kind);
  if (analysis_id === null) return null;
  if (!kind || !image) return <NoImage at={at} />;
  return (
    <div className={css.images}>
      {kinds.length > 1 ? (
        <Segments<Kind>
          label={t("component:image_kind")}
          options={kinds.map((id) => ({ id, label: t(`component:image.${id}`) }))}
          value={kind}
          onChange={setKind}
        />
      ) : null}
      <button
        type="button"
        className={css.thumb}
        aria-label={t("component:open_image", { kind: t(`component:image.${kind}`) })}
        onClick={() => open(whose)}
      >
        <ImageView key={image.id} analysis_id={analysis_id} image={image} name={shortName(whose)} />
        <span className={css.enlarge} aria-hidden="true">
          <Maximize2 size={14} />
        </span>
      </button>
      {isOwn ? null : <p className={css.note}>{componentName(whose)}</p>}
    </div>
  );
}

/** Says which images of the flight show it instead, and leads to the worst finding that has any. */
function NoImage({ at }: { at: ComponentRow }) {
  const others = useAtomValue(imagePlacesAtom);
  const findings = valueOf(useAtomValue(findingsAtom))?.rows.length ?? 0;
  const step = useSetAtom(stepImage);
  const open = useSetAtom(openComponentImages);
  const shots = useAtomValue(shotsShowingAtom);
  const first = shots?.names[0];
  if (others.length === 0 && !shots) return null;
  return (
    <div className={css.noImages}>
      <span>
        {t("component:no_image")}
        {first === undefined || !shots ? null : (
          <small>
            {t("component:shots_show", {
              count: shots.count,
              n: formatNumber(shots.count),
              name: first,
            })}
          </small>
        )}
        {others.length > 0 && others.length < findings ? (
          <small>
            {t("component:imaged_findings", {
              n: formatNumber(others.length),
              of: formatNumber(findings),
            })}
          </small>
        ) : null}
        {shots && first === undefined ? <small>{t("component:no_shot_shows")}</small> : null}
      </span>
      {shots ? (
        <Button size="sm" onPress={() => open(at, "flight")}>
          {t(first === undefined ? "component:nearest_image" : "component:flight_image")}
        </Button>
      ) : null}
      {others.length > 0 ? (
        <Button size="sm" onPress={() => step(1)}>
          {t("component:worst_image")}
        </Button>
      ) : null}
    </div>
  );
}
