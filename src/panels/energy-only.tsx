// Says once that losses are energy alone, because the plant states no price, and leads to where that is stated.
import { useAtomValue } from "jotai";
import { Link } from "wouter";
import type { Price } from "../domain/loss/loss-settings.ts";
import { askAtom } from "../state/account/ask.ts";
import { plantIdAtom } from "../state/plant/plant.ts";
import { t } from "../state/shell/locale.ts";

type Props = { price: Pick<Price, "tariff">; className?: string | undefined };

/** Nothing where a price is stated. */
export function EnergyOnly({ price, className }: Props) {
  const id = useAtomValue(plantIdAtom);
  const ask = useAtomValue(askAtom);
  if (price.tariff !== null) return null;
  return (
    <p className={className}>
      {t("loss:energy_only")}{" "}
      {id === null || ask("loss.set") !== null ? null : (
        <Link href={`/plant/${id}/settings?section=losses`}>{t("loss:state_price")}</Link>
      )}
    </p>
  );
}
