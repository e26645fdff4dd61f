// Small pictures of all looks at the place: those of the result, then the shots, best first.
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useStore } from "jotai";
import type { Look, Picture } from "../../domain/image/look.ts";
import { pictureUrl } from "../../state/plant/image/look.ts";
import { retriesAtom } from "../../state/shell/retry.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import css from "./survey-image.module.css";

type StripProps = {
  looks: readonly Look[];
  analysis_id: number;
  index: number;
  onGo: (index: number) => void;
};

export function ShotStrip({ looks, analysis_id, index, onGo }: StripProps) {
  if (looks.length < 2) return null;
  return (
    <ol className={css.strip} aria-label={t("survey-image:all")}>
      {looks.map(({ key, thermal, rgb }, at) => {
        const picture = thermal ?? rgb;
        const words = { n: formatNumber(at + 1), name: picture?.file_name ?? "" };
        return picture ? (
          <LookButton
            key={key}
            label={t("survey-image:open", words)}
            isOpen={at === index}
            onOpen={() => onGo(at)}
          >
            <Thumb analysis_id={analysis_id} picture={picture} />
          </LookButton>
        ) : null;
      })}
    </ol>
  );
}

type ButtonProps = { label: string; isOpen: boolean; onOpen: () => void; children: ReactNode };

function LookButton({ label, isOpen, onOpen, children }: ButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isOpen) button.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [isOpen]);
  return (
    <li>
      <button ref={button} type="button" aria-current={isOpen} aria-label={label} onClick={onOpen}>
        {children}
      </button>
    </li>
  );
}

function Thumb({ analysis_id, picture }: { analysis_id: number; picture: Picture }) {
  const [url, setUrl] = useState<string | null>(null);
  const { source, id } = picture;
  const store = useStore();
  useEffect(() => {
    let isWanted = true;
    const load = () =>
      void pictureUrl(analysis_id, { source, id }, "thumb").then(
        (found) => isWanted && setUrl(found),
        // The large picture says what is wrong.
        () => undefined,
      );
    load();
    const stop = store.sub(retriesAtom, load);
    return () => {
      isWanted = false;
      stop();
    };
  }, [analysis_id, source, id, store]);
  return url ? <img src={url} alt="" /> : <span />;
}
