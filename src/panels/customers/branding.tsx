// Logo and colours of a customer, with a preview.
import { useState } from "react";
import { brandColours, shadesOf, type BrandToken } from "../../domain/colour/brand.ts";
import { contrast, textOn } from "../../domain/colour/contrast.ts";
import { colourSchemes, surfaces } from "../../domain/colour/palette.ts";
import {
  whiteLabelColours,
  removeLogoRefusal,
  whiteLabelRefusal,
  type Customer,
} from "../../domain/provider/customer.ts";
import { problemWords } from "../../state/shell/fault.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { ColourField } from "../../ui/form/colour-field.tsx";
import { RecordSection } from "../../ui/record-panel.tsx";
import { Switch } from "../../ui/form/toggle.tsx";
import type { RecordDraft } from "../record/record-draft.ts";
import { BrandPreview } from "./brand-preview.tsx";
import { shownColours, type CustomerDraft } from "./customer-draft.ts";
import { LogoField, useShownLogo, type PickedLogo } from "./logo-field.tsx";
import css from "./customers.module.css";

export function Branding({
  form,
  row,
  isDisabled,
  onFile,
}: {
  form: RecordDraft<CustomerDraft>;
  row: Customer | null;
  isDisabled: boolean;
  /** Keeps a selected file until it is saved. */
  onFile: (name: string, file: File) => void;
}) {
  const { draft, setFields } = form;
  const [picked, setPicked] = useState<(PickedLogo & { name: string }) | null>(null);
  const file = picked?.name === draft.logo ? picked : null;
  const stored = draft.logo !== "" && draft.logo === row?.logo_hash ? row.logo_url : null;
  const logo = useShownLogo(file, stored, draft.name);
  // Checks the draft's values; `isDisabled` says whether the viewer is permitted at all.
  const refusal = whiteLabelRefusal({ logo_hash: draft.logo === "" ? null : draft.logo });
  const removal = removeLogoRefusal({
    white_label: draft.is_white_labelled ? draft.white_label : null,
  });
  const colours = shownColours(draft);
  const choose = (next: File) => {
    const name = `file:${crypto.randomUUID()}`;
    onFile(name, next);
    setPicked({ name, file: next, src: URL.createObjectURL(next) });
    setFields({ logo: name });
  };
  return (
    <RecordSection title={t("customer:brand.title")}>
      <div className={css.wide}>
        <LogoField
          logo={logo}
          isDisabled={isDisabled}
          error={form.problemOf("logo")}
          removeRefusal={removal && problemWords(removal)}
          onFile={choose}
          onRemove={() => setFields({ logo: "" })}
        />
        <Switch
          isSelected={draft.is_white_labelled}
          isDisabled={isDisabled || (refusal !== null && !draft.is_white_labelled)}
          onChange={(is_white_labelled) => setFields({ is_white_labelled })}
        >
          {t("customer:brand.switch")}
        </Switch>
        {refusal ? <p className={css.hint}>{problemWords(refusal)}</p> : null}
        {draft.is_white_labelled ? (
          <>
            <div className={css.colours}>
              {whiteLabelColours.map((name) => (
                <ColourField
                  key={name}
                  label={t(`customer:colour.${name}`)}
                  pickLabel={t("customer:colour.pick", { name: t(`customer:colour.${name}`) })}
                  value={draft.white_label[name]}
                  isDisabled={isDisabled}
                  error={form.problemOf(`white_label.${name}`)}
                  onChange={(value) =>
                    setFields({ white_label: { ...draft.white_label, [name]: value } })
                  }
                  note={name === "primary_border" ? null : <TextNote background={colours[name]} />}
                />
              ))}
            </div>
            <div className={css.derive}>
              <Button
                size="sm"
                isDisabled={isDisabled}
                onPress={() => setFields({ white_label: shadesOf(colours.primary) })}
              >
                {t("customer:brand.derive")}
              </Button>
              {logo?.colour ? (
                <Button
                  size="sm"
                  isDisabled={isDisabled}
                  icon={<span className={css.dot} style={{ background: logo.colour }} />}
                  onPress={() =>
                    setFields({ white_label: shadesOf(logo.colour ?? colours.primary) })
                  }
                >
                  {t("customer:brand.from_logo")}
                </Button>
              ) : null}
            </div>
            <LinkNotes primary={colours.primary} colours={colours} />
            <BrandPreview
              logo={logo}
              colours={colours}
              company={draft.company_name || draft.name}
            />
          </>
        ) : null}
      </div>
    </RecordSection>
  );
}

/** The text colour on a background colour, and its contrast. */
function TextNote({ background }: { background: string }) {
  const text = textOn(background);
  const key = text === "#ffffff" ? "light" : "dark";
  return (
    <span className={css.check}>
      <span className={css.sample} style={{ background, color: text }} aria-hidden="true">
        Aa
      </span>
      {t(`customer:contrast.${key}`, { ratio: ratioWords(contrast(text, background)) })}
    </span>
  );
}

/** The primary colour as text in both themes, adjusted for contrast. */
function LinkNotes({
  primary,
  colours,
}: {
  primary: string;
  colours: Parameters<typeof brandColours>[0];
}) {
  const token: BrandToken = "--brand";
  return (
    <ul className={css.links}>
      {colourSchemes.map((theme) => {
        const shown = brandColours(colours, theme)[token];
        const surface = surfaces[theme]["--surface"];
        const words = { ratio: ratioWords(contrast(shown, surface)), colour: shown };
        const isMoved = shown !== primary.toLowerCase();
        return (
          <li key={theme} className={css.check}>
            <span
              className={css.sample}
              style={{ background: surface, color: shown }}
              aria-hidden="true"
            >
              Aa
            </span>
            {t(`customer:contrast.${theme}_${isMoved ? "moved" : "kept"}`, words)}
          </li>
        );
      })}
    </ul>
  );
}

/** The contrast ratio as in WCAG, "7.2:1". Rounded down, so that a failing ratio does not look sufficient. */
function ratioWords(ratio: number): string {
  return `${formatNumber(Math.floor(ratio * 10) / 10, 1)}:1`;
}
