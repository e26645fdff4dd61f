// A customer's small logo in a list, or the first letter of the name.
import { useState } from "react";
import css from "./customers.module.css";

export function LogoMark({ src, name }: { src: string | null; name: string }) {
  const [isBroken, setBroken] = useState(false);
  if (src === null || isBroken) {
    return (
      <span className={css.letter} aria-hidden="true">
        {[...name][0]?.toUpperCase()}
      </span>
    );
  }
  return (
    <img className={css.thumb} src={src} alt="" loading="lazy" onError={() => setBroken(true)} />
  );
}
