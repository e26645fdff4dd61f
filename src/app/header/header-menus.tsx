// The menus at the end of the header: theme, language, settings and the user's menu.
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { useLocation } from "wouter";
import {
  CircleUser,
  Gift,
  Keyboard,
  Languages,
  Lightbulb,
  LogOut,
  MapPinned,
  Monitor,
  Moon,
  Scale,
  Settings,
  Sun,
  SunMedium,
  UserRound,
} from "lucide-react";
import { panels } from "../../panels/index.ts";
import { chooseLocale, locale, locales, t } from "../../state/shell/locale.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { isSmallScreenAtom } from "../../state/shell/small-screen.ts";
import { releaseNotesRefusal } from "../../domain/analysis/release-note.ts";
import { viewerAtom } from "../../state/account/ask.ts";
import { meAtom } from "../../state/account/me.ts";
import { hasPermissionAtom } from "../../state/account/session.ts";
import { sheetOpenAtom } from "../../state/shell/shortcut.ts";
import { replayHints } from "../../state/shell/hint.ts";
import { signOut as signOutVerb } from "../../state/observation/sign-out.ts";
import { themeAtom, themes, type Theme } from "../../state/shell/theme.ts";
import { releaseNotesOpenAtom } from "../../state/shell/update.ts";
import { IconButton } from "../../ui/button.tsx";
import { Menu, type MenuEntry, type MenuGroup } from "../../ui/overlay.tsx";
import { Shield } from "../../ui/page.tsx";
import { useSettingsPanels } from "../settings/settings-rail.tsx";
import { useSwitchEntries } from "./switch-customer.tsx";

const themeIcons = { default: Monitor, light: Sun, dark: Moon, sunlight: SunMedium };

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

export function ThemeMenu() {
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

export function LocaleMenu() {
  return (
    <Menu label={t("shell:group.locale")} groups={[localeGroup()]}>
      <IconButton label={t("shell:group.locale")}>
        <Languages size={16} aria-hidden="true" />
      </IconButton>
    </Menu>
  );
}

/** The settings panels that the viewer may open. A shield shows which ones only super admins see. */
function useSettingsGroups(): MenuGroup[] {
  const [, navigate] = useLocation();
  const settings = useSettingsPanels();
  if (settings.length === 0) return [];
  const entries = settings.map(({ id, title, address, icon: Icon, superAdmin }) => ({
    id,
    label: t(title),
    icon: Icon ? <Icon size={15} aria-hidden="true" /> : null,
    ...(superAdmin ? { mark: <Shield label={t("shell:super_admin_only")} size={13} /> } : {}),
    run: () => navigate(address),
  }));
  return [{ entries }];
}

export function SettingsMenu() {
  const groups = useSettingsGroups();
  if (groups.length === 0) return null;
  return (
    <Menu label={t("shell:settings")} groups={groups}>
      <IconButton label={t("shell:settings")}>
        <Settings size={16} aria-hidden="true" />
      </IconButton>
    </Menu>
  );
}

/** The user's menu; on a phone it has the pages, the settings, theme and language too. */
export function UserMenu() {
  const me = useAtomValue(meAtom);
  const isNarrow = useAtomValue(isSmallScreenAtom);
  const theme = useThemeGroup();
  const profileEntries = useProfileEntries();
  const signOut = useSetAtom(signOutVerb);
  const pages = usePageEntries();
  const switchEntries = useSwitchEntries();
  const settings = useSettingsGroups();
  const known = valueOf(me);
  const groups: MenuGroup[] = [
    {
      ...(known ? { title: `${known.first_name} ${known.last_name} · ${known.email}` } : {}),
      entries: profileEntries,
    },
    ...(isNarrow
      ? [
          { entries: pages },
          ...settings.map((group) => ({ ...group, title: t("shell:settings") })),
          theme,
          localeGroup(),
        ]
      : []),
    ...(switchEntries.length > 0 ? [{ entries: switchEntries }] : []),
    {
      entries: [
        {
          id: "logout",
          label: t("shell:logout"),
          icon: <LogOut size={15} aria-hidden="true" />,
          run: () => signOut(),
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

/** The header's pages, for phones that have no room for the links. */
function usePageEntries(): MenuEntry[] {
  const may = useAtomValue(hasPermissionAtom);
  const [, navigate] = useLocation();
  return panels
    .filter(({ menu, permission }) => menu === "header" && may(permission))
    .map(({ id, title, address }) => ({
      id: `go-${id}`,
      label: t(title),
      icon: <MapPinned size={15} aria-hidden="true" />,
      run: () => navigate(address),
    }));
}

const profile = panels.find(({ id }) => id === "user-profile");
const about = panels.find(({ id }) => id === "about");

function useProfileEntries(): MenuEntry[] {
  const viewer = useAtomValue(viewerAtom);
  const [, navigate] = useLocation();
  const openSheet = useSetAtom(sheetOpenAtom);
  const openNotes = useSetAtom(releaseNotesOpenAtom);
  const replay = useSetAtom(replayHints);
  const entries: MenuEntry[] = [];
  if (profile) {
    entries.push({
      id: "profile",
      label: t(profile.title),
      icon: <UserRound size={15} aria-hidden="true" />,
      run: () => navigate(profile.address),
    });
  }
  if (releaseNotesRefusal(viewer) === null) {
    entries.push({
      id: "release-notes",
      label: t("desk:release_note.title"),
      icon: <Gift size={15} aria-hidden="true" />,
      run: () => openNotes(true),
    });
  }
  entries.push({
    id: "shortcuts",
    label: t("shell:command.shortcuts"),
    icon: <Keyboard size={15} aria-hidden="true" />,
    keys: "?",
    run: () => openSheet(true),
  });
  entries.push({
    id: "hints",
    label: t("workbench:hint.replay"),
    icon: <Lightbulb size={15} aria-hidden="true" />,
    run: replay,
  });
  if (about) {
    entries.push({
      id: "about",
      label: t(about.title),
      icon: <Scale size={15} aria-hidden="true" />,
      run: () => navigate(about.address),
    });
  }
  return entries;
}
