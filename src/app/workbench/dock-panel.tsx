// One docked panel: title bar and the place of its content.
import { useSetAtom } from "jotai";
import { X } from "lucide-react";
import type { Panel } from "../../panels/panel.ts";
import { closePanel } from "../../state/shell/dock.ts";
import { t } from "../../state/shell/locale.ts";
import { IconButton } from "../../ui/button.tsx";
import { KeptPlace } from "./kept-body.tsx";
import css from "./dock-panel.module.css";

export function DockPanel({ panel }: { panel: Panel }) {
  const close = useSetAtom(closePanel);
  const { id, title, icon: Icon } = panel;
  return (
    <section className={css.panel} aria-label={t(title)} data-panel={id}>
      <header className={css.title}>
        {Icon ? <Icon size={15} aria-hidden="true" /> : null}
        <h2 tabIndex={-1}>{t(title)}</h2>
        <IconButton
          size="sm"
          label={t("shell:close_panel", { title: t(title) })}
          onPress={() => close(id)}
        >
          <X size={15} aria-hidden="true" />
        </IconButton>
      </header>
      <KeptPlace id={id} className={css.body} />
    </section>
  );
}
