// Redirects "/" to the list of plants, to the only plant, or to the analyses if there is no plant.
import { useAtomValue } from "jotai";
import { Redirect } from "wouter";
import { homeAddress } from "../../domain/account/destination.ts";
import { faultWords } from "../../state/shell/fault.ts";
import { t } from "../../state/shell/locale.ts";
import { reloadPlants, plantsAtom } from "../../state/settings/plants.ts";
import { sessionAtom } from "../../state/account/session.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/feedback.tsx";
import { Waiting } from "./waiting.tsx";

export function Home() {
  const isAdmin = useAtomValue(sessionAtom)?.is_admin ?? false;
  const plants = useAtomValue(plantsAtom);
  if (isAdmin) return <Redirect to={homeAddress(true, [])} replace />;
  if (plants.state === "ready") {
    return (
      <Redirect
        to={homeAddress(
          false,
          plants.value.map(({ id }) => id),
        )}
        replace
      />
    );
  }
  if (plants.state === "idle") return <Redirect to={homeAddress(false, [])} replace />;
  if (plants.state === "failed") {
    const { title, details, code } = faultWords(plants.fault);
    if (code === "PERMISSION_DENIED") return <Redirect to={homeAddress(false, [])} replace />;
    return (
      <ErrorState
        isPage
        title={title}
        details={details}
        actions={
          <Button kind="primary" onPress={() => void reloadPlants()}>
            {t("shell:retry")}
          </Button>
        }
      />
    );
  }
  return <Waiting />;
}
