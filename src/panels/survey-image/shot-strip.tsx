// Small pictures of all looks at the place: those of the result, then the shots, best first.
import { useEffect, useRef, useState } from "react";
import type { Look, Picture } from "../../domain/image/look.ts";
import { pictureUrl } from "../../state/plant/image/look.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import css from "./survey-image.module.css";

type StripProps = {
  looks: readonly Look[];
  analysis_id: number;
  index: number;
  onGo: (index: number) => void;
};

export function ShotStrip({ looks, analysis_id, index, onGo }: StripProps) {
  const strip = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const current = strip.current?.querySelector("[aria-current=true]");
    current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [index]);
  if (looks.length < 2) return null;
  return (
    <ol ref={strip} className={css.strip} aria-label={t("survey-image:all")}>
      {looks.map((look, at) => {
        const picture = look.thermal ?? look.rgb;
        if (!picture) return null;
        const { file_name: name } = picture;
        return (
          <li key={look.key}>
            <button
              type="button"
              aria-current={at === index}
              aria-label={t("survey-image:open", { n: formatNumber(at + 1), name })}
              onClick={() => onGo(at)}
            >
              <Thumb analysis_id={analysis_id} picture={picture} />
            </button>
          </li>
        );
      })}
    </ol>
  );
}

function Thumb({ analysis_id, picture }: { analysis_id: number; picture: Picture }) {
  const [url, setUrl] = useState<string | null>(null);
  const { source, id } = picture;
  useEffect(() => {
    let isWanted = true;
    pictureUrl(analysis_id, { source, id }, "thumb").then(
      (found) => isWanted && setUrl(found),
      // The large picture says what is wrong.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [analysis_id, source, id]);
  return url ? <img src={url} alt="" /> : <span />;
}
