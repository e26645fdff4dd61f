// Theme, language, and which key figures are shown.
import { askAtom } from "../../state/account/ask.ts";
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { Monitor, Moon, Sun, SunMedium } from "lucide-react";
import type { Me } from "../../domain/account/session.ts";
import { leave } from "../../state/shell/leave.ts";
import { locale, locales, t } from "../../state/shell/locale.ts";
import { saveLocale, saveShowAll } from "../../state/account/profile.ts";
import { themeAtom, themes } from "../../state/shell/theme.ts";
import { Segments, Select } from "../../ui/form/choice.tsx";
import { Switch } from "../../ui/form/toggle.tsx";
import { Block, Row } from "./row.tsx";

const themeIcons = { default: Monitor, light: Sun, dark: Moon, sunlight: SunMedium };

export function Appearance({ me }: { me: Me }) {
  const [theme, setTheme] = useAtom(themeAtom);
  const chooseLocale = useSetAtom(saveLocale);
  const showAll = useSetAtom(saveShowAll);
  const refusal = useAtomValue(askAtom)("profile.storePreferences", { show_all_key_figures: true });
  return (
    <Block title={t("profile:appearance")}>
      <Row title={t("shell:group.theme")} note={t("profile:theme_note")}>
        <Segments
          label={t("shell:group.theme")}
          value={theme}
          onChange={setTheme}
          options={themes.map((id) => {
            const Icon = themeIcons[id];
            return {
              id,
              label: t(`shell:theme.${id}`),
              icon: <Icon size={14} aria-hidden="true" />,
            };
          })}
        />
      </Row>
      <Row title={t("shell:group.locale")} note={t("profile:locale_note")}>
        <Select
          label={t("shell:group.locale")}
          labelHidden
          value={locale()}
          onChange={(id) => leave(() => void chooseLocale(id))}
          options={locales.map((id) => ({ id, label: t(`shell:locale.${id}`) }))}
        />
      </Row>
      {refusal ? null : (
        <Row title={t("profile:show_all")} note={t("profile:show_all_note")}>
          <Switch
            aria-label={t("profile:show_all")}
            isSelected={me.show_all_key_figures}
            onChange={(isOn) => void showAll(isOn)}
          >
            {null}
          </Switch>
        </Row>
      )}
    </Block>
  );
}
