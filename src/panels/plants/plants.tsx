// The plants the viewer may see, as a map, a table and statistics.
import { useEffect } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Link } from "wouter";
import { t } from "../../state/locale.ts";
import { loadPlants, plantsAtom } from "../../state/plants.ts";
import { Skeleton } from "../../ui/feedback.tsx";

export function Plants() {
  const plants = useAtomValue(plantsAtom);
  const load = useSetAtom(loadPlants);
  useEffect(() => void load(), [load]);
  if (plants.state !== "ready") return <Skeleton label={t("shell:loading")} />;
  return (
    <ul>
      {plants.value.map(({ id, name }) => (
        <li key={id}>
          <Link href={`/plant/${id}`}>{name}</Link>
        </li>
      ))}
    </ul>
  );
}
