// Terms of service and imprint: the provider's own by address, else the terms that come with the product.
import { Suspense, useEffect, useState } from "react";
import { limits } from "../../domain/limits.ts";
import type { Legal } from "../../domain/provider/legal.ts";
import { needWords, t } from "../../state/shell/locale.ts";
import { chunk } from "../../ui/chunk.tsx";
import { PlainButton } from "../../ui/plain-button.tsx";
import css from "./legal.module.css";

/** The sign-in page has no words of it yet. */
const Terms = chunk(
  async () => (await Promise.all([import("./terms.tsx"), needWords("terms")]))[0].Terms,
  limits.chunkLoadMs,
);

/** Null until the server has answered: no other terms than those in force are shown. */
function useLegal(): Legal | null {
  const [legal, setLegal] = useState<Legal | null>(null);
  useEffect(() => {
    let isWanted = true;
    // Later than the form, which needs none of it.
    import("../../state/account/legal.ts")
      .then((ask) => ask.readLegal())
      .then((found) => isWanted && setLegal(found))
      .catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, []);
  return legal;
}

/** The terms alone, under the words of their place. */
export function TermsLink({ label }: { label: string }) {
  const legal = useLegal();
  return legal && <TermsOf legal={legal} label={label} />;
}

function TermsOf({ legal, label }: { legal: Legal; label: string }) {
  const [isReading, setReading] = useState(false);
  if (legal.terms_url !== null) return <Out to={legal.terms_url}>{label}</Out>;
  return (
    <>
      <PlainButton type="button" kind="link" onClick={() => setReading(true)}>
        {label}
      </PlainButton>
      <Suspense fallback={null}>
        {isReading ? <Terms onClose={() => setReading(false)} /> : null}
      </Suspense>
    </>
  );
}

/** Terms and imprint side by side. */
export function LegalLinks() {
  const legal = useLegal();
  if (!legal) return null;
  return (
    <div className={css.links}>
      <TermsOf legal={legal} label={t("sign-in:terms")} />
      {legal.imprint_url === null ? null : <Out to={legal.imprint_url}>{t("sign-in:imprint")}</Out>}
    </div>
  );
}

/** What is typed on this page stays. */
function Out({ to, children }: { to: string; children: string }) {
  return (
    <a href={to} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}
