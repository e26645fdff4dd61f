// Small pictures of all shots, best first.
import { useEffect, useState } from "react";
import type { Shot } from "../../domain/image/survey-image.ts";
import { surveyPictureUrl } from "../../state/plant/image/survey-image.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import css from "./survey-image.module.css";

type StripProps = {
  shots: readonly Shot[];
  analysis_id: number;
  index: number;
  onGo: (index: number) => void;
};

export function ShotStrip({ shots, analysis_id, index, onGo }: StripProps) {
  return (
    <ol className={css.strip} aria-label={t("survey-image:all")}>
      {shots.map(({ thermal, rgb }, at) => {
        const image = thermal ?? rgb;
        if (!image) return null;
        return (
          <li key={image.id}>
            <button
              type="button"
              aria-current={at === index}
              aria-label={t("survey-image:open", {
                n: formatNumber(at + 1),
                name: image.file_name,
              })}
              onClick={() => onGo(at)}
            >
              <Thumb analysis_id={analysis_id} image_id={image.id} />
            </button>
          </li>
        );
      })}
    </ol>
  );
}

function Thumb({ analysis_id, image_id }: { analysis_id: number; image_id: number }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    let isWanted = true;
    surveyPictureUrl(analysis_id, image_id, "thumb").then(
      (found) => isWanted && setUrl(found),
      // The large picture says what is wrong.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [analysis_id, image_id]);
  return url ? <img src={url} alt="" /> : <span />;
}
