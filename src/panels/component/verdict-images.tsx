// The evidence of a survey's verdict: the component before and after, beside each other.
import { useMemo } from "react";
import { useAtomValue } from "jotai";
import type { FindingLife } from "../../domain/finding/finding-life.ts";
import { verdictImagesOf, type VerdictImages } from "../../state/plant/finding/verdict-images.ts";
import { surveyDay } from "../../state/shell/site-clock.ts";
import { t } from "../../state/shell/locale.ts";
import { Skeleton } from "../../ui/feedback.tsx";
import { LoadFault } from "../load-fault.tsx";
import { ImageView } from "./image-view.tsx";
import css from "./finding-life.module.css";

export function VerdictEvidence({ life }: { life: FindingLife }) {
  const { dt_id, analysis_id } = life;
  const images = useAtomValue(
    useMemo(() => verdictImagesOf(dt_id, analysis_id), [dt_id, analysis_id]),
  );
  if (images.state === "failed") return <LoadFault fault={images.fault} isSmall />;
  if (images.state === "loading") return <Skeleton label={t("shell:loading")} lines={3} />;
  if (images.state !== "ready") return null;
  const { before, after } = images.value;
  if (!before && !after.image) return null;
  return (
    <div className={css.verdict} role="group" aria-label={t("finding:verdict_images.title")}>
      {before ? (
        <Side side={before} when="before" name={dt_id} />
      ) : (
        <p className={css.soft}>{t("finding:verdict_images.no_earlier")}</p>
      )}
      <Side side={after} when="after" name={dt_id} />
    </div>
  );
}

type SideProps = { side: VerdictImages["after"]; when: "before" | "after"; name: string };

function Side({ side: { analysis, image }, when, name }: SideProps) {
  return (
    <figure>
      {image ? (
        <ImageView key={image.id} analysis_id={analysis.id} image={image} name={name} />
      ) : (
        <span className={css.none}>{t("finding:verdict_images.none")}</span>
      )}
      <figcaption className={css.soft}>
        {t(`finding:verdict_images.${when}`, { name: analysis.name, date: surveyDay(analysis) })}
      </figcaption>
    </figure>
  );
}
