// The header: navigation, open plant, search, theme, language, settings and the user's menu.
import { Suspense } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Link, useLocation } from "wouter";
import { Search } from "lucide-react";
import { limits } from "../../domain/limits.ts";
import { panels } from "../../panels/index.ts";
import { t } from "../../state/shell/locale.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { isSmallScreenAtom } from "../../state/shell/small-screen.ts";
import { plantAtom } from "../../state/plant/plant.ts";
import { meAtom } from "../../state/account/me.ts";
import { hasPermissionAtom } from "../../state/account/session.ts";
import { paletteOpenAtom } from "../../state/shell/shortcut.ts";
import { Badge } from "../../ui/feedback.tsx";
import { BrandMark } from "../../ui/brand-mark.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { CustomerBadge } from "./customer-badge.tsx";
import { LocaleMenu, SettingsMenu, ThemeMenu, UserMenu } from "./header-menus.tsx";
import { keyCaps } from "../palette/shortcuts.ts";
import { chunk } from "../../ui/chunk.tsx";
import { UpdateNotice } from "./update-notice.tsx";
import css from "./header.module.css";

const OutboxMark = chunk(
  async () => (await import("../outbox/outbox-mark.tsx")).OutboxMark,
  limits.chunkLoadMs,
);

const InboxMark = chunk(
  async () => (await import("../inbox/inbox-mark.tsx")).InboxMark,
  limits.chunkLoadMs,
);

const OfflineMark = chunk(
  async () => (await import("../offline/offline-mark.tsx")).OfflineMark,
  limits.chunkLoadMs,
);

export function Header() {
  const [path] = useLocation();
  const may = useAtomValue(hasPermissionAtom);
  const isNarrow = useAtomValue(isSmallScreenAtom);
  const openPalette = useSetAtom(paletteOpenAtom);
  const plant = valueOf(useAtomValue(plantAtom));
  const entries = panels.filter((panel) => panel.menu === "header" && may(panel.permission));
  const onPlant = path.startsWith("/plant/") && plant !== undefined;
  return (
    <header className={css.header}>
      <Link href="/" className={css.logo} title={t("shell:home")}>
        <BrandMark product={t("shell:product")} size={24} nameHidden={isNarrow} />
      </Link>
      {isNarrow && onPlant ? null : <EnvironmentBadge />}
      {/* On a phone the plant's name replaces these links; the user's menu has them too. */}
      {isNarrow && onPlant ? null : (
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
      )}
      {onPlant ? (
        <span className={css.place}>
          <span className={css.plant} title={plant.name}>
            {plant.name}
          </span>
          {/* On a phone below the name, which has the row otherwise to itself. */}
          {isNarrow ? <EnvironmentBadge /> : null}
        </span>
      ) : null}
      <CustomerBadge />
      <span className={css.gap} />
      <Suspense fallback={null}>
        <OfflineMark />
        <OutboxMark />
        <InboxMark />
      </Suspense>
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
      {isNarrow ? null : <SettingsMenu />}
      <UserMenu />
    </header>
  );
}

/** The server's environment; hidden in production. */
function EnvironmentBadge() {
  const environment = valueOf(useAtomValue(meAtom))?.environment ?? null;
  if (environment !== null) return <Badge tone="watch">{environment}</Badge>;
  return import.meta.env.DEV ? <Badge tone="watch">DEV</Badge> : null;
}
