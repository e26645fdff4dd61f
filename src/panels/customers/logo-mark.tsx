// A customer's logo, small, in a list; its first letter where there is none.
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
