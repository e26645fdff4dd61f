// One image of a component on its card.
import { useEffect, useState } from "react";
import { useAtomValue, useStore } from "jotai";
import type { ResultImage } from "../../domain/analysis/analysis-result.ts";
import { plantClockAtom } from "../../state/plant/plant.ts";
import { faultWords } from "../../state/shell/fault.ts";
import { retriesAtom } from "../../state/shell/retry.ts";
import { imageUrl } from "../../state/plant/image/image.ts";
import { shownImage, type ShownImage } from "../../state/plant/image/small-image.ts";
import { t } from "../../state/shell/locale.ts";
import css from "./component.module.css";

type ImageViewProps = { analysis_id: number; image: ResultImage; name: string };

/** An image that could not be loaded, or only a small one, is loaded again when other failed loads are. */
export function ImageView({ analysis_id, image, name }: ImageViewProps) {
  const store = useStore();
  const [shown, setShown] = useState<ShownImage | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    let isWanted = true;
    const load = () =>
      void shownImage((size) => imageUrl(analysis_id, image.id, size)).then(
        (found) => isWanted && setShown(found),
        (cause: unknown) => isWanted && setFault(faultWords(cause).title),
      );
    load();
    const stop = store.sub(retriesAtom, load);
    return () => {
      isWanted = false;
      stop();
    };
  }, [analysis_id, image.id, store]);
  const clock = useAtomValue(plantClockAtom);
  const taken = image.taken_at ? clock.time(image.taken_at) : "";
  const alt = t("component:alt", { kind: t(`component:image.${image.kind}`), name, taken });
  if (!shown && fault) return <span className={css.noImage}>{fault}</span>;
  if (!shown) return <span className={css.noImage} aria-hidden="true" />;
  return (
    <span className={css.image}>
      <img src={shown.url} alt={alt} width={image.width} height={image.height} draggable={false} />
      {shown.isSmall ? <small className={css.small}>{t("shell:small_image")}</small> : null}
    </span>
  );
}
