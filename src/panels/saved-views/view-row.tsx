// One saved view: a link that opens it, who sees it, and what can be done with it.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Ellipsis, Link2, Pencil, RefreshCw, Trash2, Users } from "lucide-react";
import { viewFromQuery } from "../../domain/plant/view.ts";
import type { SavedView, SavedViewChanges } from "../../domain/plant/saved-view.ts";
import { askAtom, reasonOf, viewerAtom } from "../../state/account/ask.ts";
import { analysesAtom } from "../../state/plant/analysis/analysis.ts";
import { addressOf, changeView, currentQueryAtom, openView } from "../../state/plant/saved-view.ts";
import { copyText } from "../../state/shell/clipboard.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { formatDate, t } from "../../state/shell/locale.ts";
import { showDone, showFault, showNote } from "../../state/shell/toast.ts";
import { IconButton } from "../../ui/button.tsx";
import { Menu, type MenuEntry } from "../../ui/overlay.tsx";
import { RemoveView } from "./remove-view.tsx";
import { RenameView } from "./rename-view.tsx";
import css from "./saved-views.module.css";

const ICON = 15;

export function ViewRow({ view }: { view: SavedView }) {
  const open = useSetAtom(openView);
  const { account_id } = useAtomValue(viewerAtom);
  const isOwn = view.account_id === account_id;
  const sharing = !view.is_shared
    ? t("saved-view:own")
    : isOwn
      ? t("saved-view:shared")
      : t("saved-view:shared_by", { name: view.user_name });
  return (
    <li className={css.row}>
      <a
        href={addressOf(view)}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          void open(view);
        }}
      >
        <span className={css.name}>{view.name}</span>
        <small>
          {sharing} · {formatDate(view.updated_at)}
        </small>
      </a>
      <Actions view={view} />
    </li>
  );
}

function Actions({ view }: { view: SavedView }) {
  const ask = useAtomValue(askAtom);
  const change = useSetAtom(changeView);
  const query = useAtomValue(currentQueryAtom);
  const analyses = valueOf(useAtomValue(analysesAtom)) ?? [];
  const { analysis_id } = viewFromQuery(view.query).view;
  const hidden = analyses.find(
    ({ id, visibility }) => id === analysis_id && visibility !== "released",
  );
  const warn = () => hidden && showNote(t("workbench:link_unreleased", { name: hidden.name }));
  const [asked, setAsked] = useState<"rename" | "remove" | null>(null);
  const reason = reasonOf(ask("savedView.update", view));
  const send = (changes: SavedViewChanges, done?: string) =>
    change(view, changes).then(() => done && showDone(done), showFault);
  const greyed = reason ? { isDisabled: true, hint: reason } : {};
  const entries: MenuEntry[] = [
    {
      id: "rename",
      label: t("saved-view:rename"),
      icon: <Pencil size={ICON} aria-hidden="true" />,
      run: () => setAsked("rename"),
      ...greyed,
    },
    {
      id: "replace",
      label: t("saved-view:replace"),
      icon: <RefreshCw size={ICON} aria-hidden="true" />,
      run: () => void send({ query }, t("saved-view:replaced")),
      ...greyed,
    },
    {
      id: "share",
      label: t(view.is_shared ? "saved-view:unshare" : "saved-view:share_act"),
      icon: <Users size={ICON} aria-hidden="true" />,
      run: () => {
        if (!view.is_shared) warn();
        void send({ is_shared: !view.is_shared });
      },
      ...greyed,
    },
    {
      id: "link",
      label: t("saved-view:link"),
      icon: <Link2 size={ICON} aria-hidden="true" />,
      run: () => {
        void copyText(`${location.origin}${addressOf(view)}`, t("saved-view:link_copied"));
        warn();
      },
    },
    {
      id: "remove",
      label: t("saved-view:remove"),
      tone: "danger",
      icon: <Trash2 size={ICON} aria-hidden="true" />,
      run: () => setAsked("remove"),
      ...greyed,
    },
  ];
  const label = t("saved-view:acts", { name: view.name });
  return (
    <>
      <Menu label={label} groups={[{ entries }]}>
        <IconButton label={label} size="sm">
          <Ellipsis size={16} aria-hidden="true" />
        </IconButton>
      </Menu>
      {asked === "rename" ? <RenameView view={view} onClose={() => setAsked(null)} /> : null}
      {asked === "remove" ? <RemoveView view={view} onClose={() => setAsked(null)} /> : null}
    </>
  );
}
