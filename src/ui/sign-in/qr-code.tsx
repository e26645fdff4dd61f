// A QR code as one path of an SVG: dark on white in every theme, or no camera reads it.
import { create } from "qrcode";
import css from "./qr-code.module.css";

/** Light cells around the code that readers need (ISO/IEC 18004 asks for four). */
const quiet = 4;

export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = create(text, { errorCorrectionLevel: "M" }).modules;
  const side = size + 2 * quiet;
  return (
    <svg className={css.code} viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label}>
      <rect className={css.paper} width={side} height={side} />
      <path className={css.ink} shapeRendering="crispEdges" d={pathOf(size, data)} />
    </svg>
  );
}

/** Dark cells of a row that touch each other are one bar. */
function pathOf(size: number, data: Uint8Array): string {
  let path = "";
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      if (!data[y * size + x]) continue;
      const from = x;
      while (x < size && data[y * size + x]) x += 1;
      path += `M${from + quiet} ${y + quiet}h${x - from}v1h${from - x}z`;
    }
  }
  return path;
}
