// The header: where one is, where one can go, how it looks, who one is.
import { useEffect } from "react";
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { Link, useLocation } from "wouter";
import {
  CircleUser,
  Keyboard,
  Languages,
  LogOut,
  Monitor,
  Moon,
  Search,
  Settings,
  Sun,
} from "lucide-react";
import { panels } from "../panels/index.ts";
import { chooseLocale, locale, locales, t } from "../state/locale.ts";
import { leave } from "../state/leave.ts";
import { valueOf } from "../state/loaded.ts";
import { isNarrowAtom } from "../state/narrow.ts";
import { plantAtom } from "../state/plant.ts";
import { mayAtom, meAtom } from "../state/session.ts";
import { loadMe, logout } from "../state/sign-in.ts";
import { paletteOpenAtom, sheetOpenAtom } from "../state/shortcut.ts";
import { themeAtom, themes, type Theme } from "../state/theme.ts";
import { Badge } from "../ui/feedback.tsx";
import { BrandMark } from "../ui/brand-mark.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { Menu, type MenuGroup } from "../ui/overlay.tsx";
import { CustomerBadge } from "./customer-badge.tsx";
import { keyCaps } from "./shortcuts.ts";
import { useSwitchEntries } from "./switch-customer.tsx";
import { UpdateNotice } from "./update-notice.tsx";
import css from "./header.module.css";

const themeIcons = { default: Monitor, light: Sun, dark: Moon };

export function Header() {
  const [path] = useLocation();
  const may = useAtomValue(mayAtom);
  const isNarrow = useAtomValue(isNarrowAtom);
  const openPalette = useSetAtom(paletteOpenAtom);
  const plant = valueOf(useAtomValue(plantAtom));
  const entries = panels.filter((panel) => panel.menu === "header" && may(panel.permission));
  const onPlant = path.startsWith("/plant/");
  return (
    <header className={css.header}>
      <Link href="/" className={css.logo} title={t("shell:home")}>
        <BrandMark product={t("shell:product")} size={24} nameHidden={isNarrow} />
      </Link>
      <EnvironmentBadge />
      <nav aria-label={t("shell:main_menu")} className={css.nav}>
        {entries.map(({ id, address, title }) => (
          <Link
            key={id}
            href={address}
            className={(isActive) => (isActive ? `${css.link} ${css.active}` : css.link)}
            aria-current={path === address ? "page" : undefined}
          >
            {t(title)}
          </Link>
        ))}
      </nav>
      {onPlant && plant ? (
        <span className={css.plant} title={plant.name}>
          {plant.name}
        </span>
      ) : null}
      <CustomerBadge />
      <span className={css.gap} />
      <UpdateNotice />
      {isNarrow ? (
        <IconButton label={t("shell:command.palette")} onPress={() => openPalette(true)}>
          <Search size={18} aria-hidden="true" />
        </IconButton>
      ) : (
        <Button
          size="sm"
          onPress={() => openPalette(true)}
          icon={<Search size={14} aria-hidden="true" />}
        >
          {t("shell:palette.open")}
          <span className={css.caps}>
            {keyCaps("mod+k").map((cap) => (
              <kbd key={cap}>{cap}</kbd>
            ))}
          </span>
        </Button>
      )}
      {isNarrow ? null : <ThemeMenu />}
      {isNarrow ? null : <LocaleMenu />}
      <SettingsMenu />
      <UserMenu />
    </header>
  );
}

function EnvironmentBadge() {
  if (import.meta.env.DEV) return <Badge tone="watch">DEV</Badge>;
  return import.meta.env.MODE === "test" ? <Badge tone="watch">TEST</Badge> : null;
}

function useThemeGroup(): MenuGroup {
  const [theme, setTheme] = useAtom(themeAtom);
  return {
    title: t("shell:group.theme"),
    entries: themes.map((one: Theme) => {
      const Icon = themeIcons[one];
      return {
        id: `theme-${one}`,
        label: t(`shell:theme.${one}`),
        icon: <Icon size={15} aria-hidden="true" />,
        isOn: one === theme,
        run: () => setTheme(one),
      };
    }),
  };
}

function localeGroup(): MenuGroup {
  return {
    title: t("shell:group.locale"),
    entries: locales.map((one) => ({
      id: `locale-${one}`,
      label: t(`shell:locale.${one}`),
      isOn: one === locale(),
      run: () => chooseLocale(one),
    })),
  };
}

function ThemeMenu() {
  const group = useThemeGroup();
  const Icon = themeIcons[useAtomValue(themeAtom)];
  return (
    <Menu label={t("shell:group.theme")} groups={[group]}>
      <IconButton label={t("shell:group.theme")}>
        <Icon size={16} aria-hidden="true" />
      </IconButton>
    </Menu>
  );
}

function LocaleMenu() {
  return (
    <Menu label={t("shell:group.locale")} groups={[localeGroup()]}>
      <IconButton label={t("shell:group.locale")}>
        <Languages size={16} aria-hidden="true" />
      </IconButton>
    </Menu>
  );
}

function SettingsMenu() {
  const [, navigate] = useLocation();
  const may = useAtomValue(mayAtom);
  const entries = panels.filter((panel) => panel.menu === "settings" && may(panel.permission));
  if (entries.length === 0) return null;
  return (
    <Menu
      label={t("shell:settings")}
      groups={[
        {
          entries: entries.map((panel) => ({
            id: panel.id,
            label: t(panel.title),
            run: () => navigate(panel.address),
          })),
        },
      ]}
    >
      <IconButton label={t("shell:settings")}>
        <Settings size={16} aria-hidden="true" />
      </IconButton>
    </Menu>
  );
}

function UserMenu() {
  const me = useAtomValue(meAtom);
  const load = useSetAtom(loadMe);
  const openSheet = useSetAtom(sheetOpenAtom);
  const isNarrow = useAtomValue(isNarrowAtom);
  const theme = useThemeGroup();
  const switchEntries = useSwitchEntries();
  useEffect(() => {
    if (me.state === "idle") void load();
  }, [me.state, load]);
  const known = valueOf(me);
  const groups: MenuGroup[] = [
    {
      ...(known ? { title: `${known.first_name} ${known.last_name} · ${known.email}` } : {}),
      entries: [
        {
          id: "shortcuts",
          label: t("shell:command.shortcuts"),
          icon: <Keyboard size={15} aria-hidden="true" />,
          keys: "?",
          run: () => openSheet(true),
        },
      ],
    },
    ...(isNarrow ? [theme, localeGroup()] : []),
    ...(switchEntries.length > 0 ? [{ entries: switchEntries }] : []),
    {
      entries: [
        {
          id: "logout",
          label: t("shell:logout"),
          icon: <LogOut size={15} aria-hidden="true" />,
          run: () => leave(() => void logout(), "page"),
        },
      ],
    },
  ];
  return (
    <Menu label={t("shell:user_menu")} groups={groups}>
      <IconButton label={t("shell:user_menu")}>
        <CircleUser size={18} aria-hidden="true" />
      </IconButton>
    </Menu>
  );
}
