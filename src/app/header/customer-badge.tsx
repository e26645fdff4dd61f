// Shows the customer that staff act for, with a button to end it. Below the header on narrow pages.
import type { ReactNode } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Building2, EyeOff, Undo2 } from "lucide-react";
import { Button } from "react-aria-components";
import { t } from "../../state/shell/locale.ts";
import { isSmallScreenAtom } from "../../state/shell/small-screen.ts";
import {
  actingForAtom,
  isAdminHiddenAtom,
  switchOpenAtom,
} from "../../state/account/switch-customer.ts";
import { IconButton } from "../../ui/button.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import { useSwitchBack } from "./switch-customer.tsx";
import css from "./customer-badge.module.css";

/** In the header. */
export function CustomerBadge() {
  const isNarrow = useAtomValue(isSmallScreenAtom);
  const customer = useAtomValue(actingForAtom);
  const isHidden = useAtomValue(isAdminHiddenAtom);
  const open = useSetAtom(switchOpenAtom);
  if (isNarrow) return null;
  return (
    <>
      {customer ? <Acting name={customer.name} /> : null}
      {isHidden ? (
        <IconButton label={t("customer:switch.admin_is_hidden")} onPress={() => open(true)}>
          <EyeOff size={16} aria-hidden="true" />
        </IconButton>
      ) : null}
    </>
  );
}

/** Below the header of a narrow page. */
export function CustomerStrip() {
  const isNarrow = useAtomValue(isSmallScreenAtom);
  const customer = useAtomValue(actingForAtom);
  const isHidden = useAtomValue(isAdminHiddenAtom);
  if (!isNarrow || (!customer && !isHidden)) return null;
  return (
    <div className={css.strip}>
      {customer ? <Acting name={customer.name} /> : null}
      {isHidden ? (
        <span className={customer ? css.aside : css.badge}>
          <Open icon={<EyeOff size={14} aria-hidden="true" />} hasText={customer === null}>
            {t("customer:switch.admin_is_hidden")}
          </Open>
        </span>
      ) : null}
    </div>
  );
}

function Acting({ name }: { name: string }) {
  const back = useSwitchBack();
  return (
    <span className={css.badge}>
      <Tooltip label={t("customer:switch.command")}>
        <Open icon={<Building2 size={14} aria-hidden="true" />}>
          {t("customer:switch.acting_for", { name })}
        </Open>
      </Tooltip>
      <Tooltip label={t("customer:switch.back")}>
        <Button className={css.back!} aria-label={t("customer:switch.back")} onPress={back}>
          <Undo2 size={14} aria-hidden="true" />
        </Button>
      </Tooltip>
    </span>
  );
}

/** A button that opens the dialog. */
function Open({
  icon,
  hasText = true,
  children,
}: {
  icon: ReactNode;
  /** False hides the text visually; screen readers still read it. */
  hasText?: boolean;
  children: string;
}) {
  const open = useSetAtom(switchOpenAtom);
  return (
    <Button className={css.name!} onPress={() => open(true)}>
      {icon}
      <span className={hasText ? css.text : "visually-hidden"}>{children}</span>
    </Button>
  );
}
