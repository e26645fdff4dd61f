// The logo field: choose or drop a file, preview it on light and dark, remove it.
import { useEffect, useState, type CSSProperties } from "react";
import { grounds, surfaces } from "../../domain/colour/palette.ts";
import { measureLogo } from "../../state/account/brand-load.ts";
import { formatBytes, t } from "../../state/shell/locale.ts";
import { limits } from "../../domain/limits.ts";
import { LogoImage, type BrandLogo } from "../../ui/brand-mark.tsx";
import { Button } from "../../ui/button.tsx";
import { FileDrop } from "../../ui/form/file-drop.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import css from "./customers.module.css";

type LogoAnalysis = Awaited<ReturnType<typeof measureLogo>>;
/** The default until the pixels are analysed. */
const unknownAnalysis: LogoAnalysis = { seen: { light: true, dark: true }, colour: null };
/** With the logo's dominant colour; null for a grey logo. */
export type ShownLogo = BrandLogo & Pick<LogoAnalysis, "colour">;

/** A selected file and its object URL. */
export type PickedLogo = { readonly file: File; readonly src: string };

/** The selected file, else the stored logo; null for none. */
export function useShownLogo(
  picked: PickedLogo | null,
  stored: string | null,
  name: string,
): ShownLogo | null {
  const [analysed, setAnalysed] = useState<(LogoAnalysis & { of: File | string }) | null>(null);
  const address = picked?.src;
  useEffect(() => {
    if (address === undefined) return undefined;
    return () => URL.revokeObjectURL(address);
  }, [address]);
  const source = picked?.file ?? stored;
  useEffect(() => {
    let isStale = false;
    const analyse = async () => {
      if (source === null) return;
      const image = source instanceof File ? source : await (await fetch(source)).blob();
      const found = await measureLogo(image);
      if (!isStale) setAnalysed({ of: source, ...found });
    };
    // A file that is no image shows as broken; the server reports the reason.
    analyse().catch(() => undefined);
    return () => {
      isStale = true;
    };
  }, [source]);
  const src = address ?? stored;
  if (src === null) return null;
  const { seen, colour } = analysed?.of === source ? analysed : unknownAnalysis;
  return { src, name, seen, colour };
}

export function LogoField({
  logo,
  isDisabled,
  error,
  removeRefusal,
  onFile,
  onRemove,
}: {
  logo: BrandLogo | null;
  isDisabled: boolean;
  error: string | null;
  /** Text that says why the logo cannot be removed; null if it can. */
  removeRefusal: string | null;
  onFile: (file: File) => void;
  onRemove: () => void;
}) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const chooseFile = ([file]: File[]) => {
    if (!file) return;
    const reason = fileRefusal(file);
    setRefusal(reason);
    if (reason === null) onFile(file);
  };
  const remove = (
    <Button size="sm" isDisabled={isDisabled || removeRefusal !== null} onPress={onRemove}>
      {t("customer:logo.remove")}
    </Button>
  );
  const fault = refusal ?? error;
  return (
    <div className={css.logo}>
      {logo ? (
        <div className={css.grounds}>
          {(["light", "dark"] as const).map((theme) => (
            <figure
              key={theme}
              className={`${css.ground} ${css[theme]}`}
              style={{ ...surfaces[theme], ...grounds[theme] } as CSSProperties}
            >
              <LogoImage logo={logo} size={36} />
              <figcaption>{t(`shell:theme.${theme}`)}</figcaption>
            </figure>
          ))}
        </div>
      ) : null}
      <FileDrop
        label={t(logo ? "customer:logo.replace" : "customer:logo.drop")}
        buttonLabel={t("customer:logo.choose")}
        hint={t("customer:logo.hint", { size: formatBytes(limits.imageBytes) })}
        accept={["image/png", "image/jpeg", "image/webp"]}
        many={false}
        isDisabled={isDisabled}
        onFiles={chooseFile}
      />
      {fault ? <Notice tone="danger">{fault}</Notice> : null}
      {logo ? (
        <div className={css.derive}>
          {removeRefusal ? <Tooltip label={removeRefusal}>{remove}</Tooltip> : remove}
        </div>
      ) : null}
    </div>
  );
}

/** A check by type and size before the upload; the server checks the bytes. */
function fileRefusal({ name, type, size }: File): string | null {
  if (type === "image/svg+xml" || /\.svgz?$/i.test(name)) return t("refusal:logo_svg");
  if (!["image/png", "image/jpeg", "image/webp"].includes(type)) return t("refusal:image_format");
  return size > limits.imageBytes ? t("refusal:image_too_large") : null;
}
