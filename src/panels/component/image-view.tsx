// One image of a component on its card.
import { useEffect, useEffectEvent, useState } from "react";
import { useAtomValue } from "jotai";
import type { ResultImage } from "../../domain/analysis/analysis-result.ts";
import { plantClockAtom } from "../../state/plant/plant.ts";
import { faultWords } from "../../state/shell/fault.ts";
import { retriesAtom } from "../../state/shell/retry.ts";
import { imageUrl } from "../../state/plant/image/image.ts";
import { t } from "../../state/shell/locale.ts";
import css from "./component.module.css";

type ImageViewProps = { analysis_id: number; image: ResultImage; name: string };

/** An image that could not be loaded is loaded again when other failed loads are. */
export function ImageView(props: ImageViewProps) {
  const retries = useAtomValue(retriesAtom);
  const [failedAt, setFailedAt] = useState(retries);
  const [isFailed, setFailed] = useState(false);
  const attempt = isFailed && failedAt !== retries ? retries : -1;
  const fail = () => {
    setFailed(true);
    setFailedAt(retries);
  };
  return <OneView key={attempt} {...props} onFault={fail} />;
}

function OneView(props: ImageViewProps & { onFault: () => void }) {
  const { analysis_id, image, name } = props;
  const [url, setUrl] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const onFault = useEffectEvent(() => props.onFault());
  useEffect(() => {
    let isWanted = true;
    imageUrl(analysis_id, image.id, "full").then(
      (found) => isWanted && setUrl(found),
      (cause: unknown) => {
        if (!isWanted) return;
        setFault(faultWords(cause).title);
        onFault();
      },
    );
    return () => {
      isWanted = false;
    };
  }, [analysis_id, image.id]);
  const clock = useAtomValue(plantClockAtom);
  const taken = image.taken_at ? clock.time(image.taken_at) : "";
  const alt = t("component:alt", { kind: t(`component:image.${image.kind}`), name, taken });
  if (fault) return <span className={css.noImage}>{fault}</span>;
  if (!url) return <span className={css.noImage} aria-hidden="true" />;
  return (
    <span className={css.image}>
      <img src={url} alt={alt} width={image.width} height={image.height} draggable={false} />
    </span>
  );
}
