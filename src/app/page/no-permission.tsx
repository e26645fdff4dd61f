// In place of a page that exists, and that the role of the viewer does not include.
import { useAtomValue } from "jotai";
import { Lock } from "lucide-react";
import { Link } from "wouter";
import { panels } from "../../panels/index.ts";
import { hasPermissionAtom } from "../../state/account/session.ts";
import { t } from "../../state/shell/locale.ts";
import { EmptyState } from "../../ui/feedback.tsx";

/** `back` is the address of the page that the refused one closes to; it is offered where the viewer may open it. */
export function NoPermission({ back }: { back: string | undefined }) {
  const may = useAtomValue(hasPermissionAtom);
  const list = panels.find(({ address, permission }) => address === back && may(permission));
  return (
    <EmptyState
      isPage
      icon={<Lock size={22} aria-hidden="true" />}
      title={t("shell:no_permission.title")}
    >
      <p>{t("shell:no_permission.text")}</p>
      {list ? (
        <p>
          <Link href={list.address}>{t(list.title)}</Link>
        </p>
      ) : null}
      <Link href="/">{t("shell:not_found.home")}</Link>
    </EmptyState>
  );
}
