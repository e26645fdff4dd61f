// Takes the user to the component of an observation.
import { useAtomValue, useSetAtom } from "jotai";
import { Navigation } from "lucide-react";
import type { Observation } from "../../domain/observation/observation.ts";
import { guideTo } from "../../state/field/guide.ts";
import { componentRowOf } from "../../state/observation/observation.ts";
import { openComponentAtom, openRowAtom } from "../../state/plant/component/component.ts";
import { t } from "../../state/shell/locale.ts";
import { Button, IconButton } from "../../ui/button.tsx";

type TakeMeProps = {
  readonly dt_id: string;
  /** Null for a new observation, of the component whose card is open. */
  readonly one: Observation | null;
  /** True for a button with its words. */
  readonly wide?: boolean;
};

export function TakeMe({ dt_id, one, wide = false }: TakeMeProps) {
  const open = useAtomValue(openComponentAtom);
  const openRow = useAtomValue(openRowAtom);
  const go = useSetAtom(guideTo);
  const at = one ? componentRowOf(one) : open?.dt_id === dt_id ? openRow : null;
  if (!at) return null;
  const icon = <Navigation size={wide ? 18 : 15} aria-hidden="true" />;
  if (wide) {
    return (
      <Button wide icon={icon} onPress={() => go(at)}>
        {t("field:take_me")}
      </Button>
    );
  }
  return (
    <IconButton size="sm" label={t("field:take_me")} onPress={() => go(at)}>
      {icon}
    </IconButton>
  );
}
