// A preview of the branding: header, buttons, links and a mail in the draft's colours.
import type { CSSProperties } from "react";
import { brandColours } from "../../domain/colour/brand.ts";
import { grounds, surfaces, type ColourScheme } from "../../domain/colour/palette.ts";
import { textOn } from "../../domain/colour/contrast.ts";
import type { WhiteLabel } from "../../domain/provider/customer.ts";
import { t } from "../../state/shell/locale.ts";
import { LogoImage, type BrandLogo } from "../../ui/brand-mark.tsx";
import css from "./brand-preview.module.css";

type Props = {
  logo: BrandLogo | null;
  colours: WhiteLabel;
  company: string;
};

export function BrandPreview(props: Props) {
  return (
    <figure className={css.preview} aria-label={t("customer:preview.title")}>
      <figcaption>{t("customer:preview.title")}</figcaption>
      {(["light", "dark"] as const).map((theme) => (
        <Screen key={theme} theme={theme} {...props} />
      ))}
      <Mail {...props} />
    </figure>
  );
}

/** Not interactive: nothing inside may take the focus from the form. */
function Screen({ theme, logo, colours }: Props & { theme: ColourScheme }) {
  const tokens = { ...surfaces[theme], ...grounds[theme], ...brandColours(colours, theme) };
  return (
    <div
      className={`${css.screen} ${css[theme]}`}
      style={tokens as CSSProperties}
      aria-hidden="true"
    >
      <div className={css.header}>
        {logo ? <LogoImage logo={logo} size={22} /> : <b>{t("shell:product")}</b>}
        <span className={css.on}>{t("plants:title")}</span>
        <span>{t("analyses:title")}</span>
      </div>
      <div className={css.page}>
        <span className={css.link}>{t("customer:preview.link")}</span>
        <span className={css.chosen}>{t("customer:preview.chosen")}</span>
        <div className={css.buttons}>
          <span className={css.fill}>{t("customer:preview.button")}</span>
          <span className={css.fillHover}>{t("customer:preview.hover")}</span>
          <span className={css.fillPressed}>{t("customer:preview.pressed")}</span>
          <span className={css.secondary}>{t("shell:cancel")}</span>
        </div>
      </div>
    </div>
  );
}

/** As rendered by server/mail/mail-page.ts: always light, with bar and button in the primary colour. */
function Mail({ logo, colours, company }: Props) {
  const { primary } = colours;
  const tokens = { ...surfaces.light, ...grounds.light };
  return (
    <div className={`${css.mail} ${css.light}`} style={tokens as CSSProperties} aria-hidden="true">
      <div className={css.bar} style={{ background: primary }} />
      <div className={css.letter}>
        {logo ? <LogoImage logo={logo} size={26} /> : <b>{company}</b>}
        <span className={css.line} />
        <span className={css.line} />
        <span className={css.fill} style={{ background: primary, color: textOn(primary) }}>
          {t("customer:preview.mail")}
        </span>
      </div>
    </div>
  );
}
