// A QR code as one SVG path. Dark on white in every theme, because cameras cannot read it inverted.
import { create } from "qrcode";
import css from "./qr-code.module.css";

/** Width of the quiet zone in cells (ISO/IEC 18004 requires four). */
const quiet = 4;

export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = create(text, { errorCorrectionLevel: "M" }).modules;
  const side = size + 2 * quiet;
  return (
    <svg className={css.code} viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label}>
      <rect className={css.paper} width={side} height={side} />
      <path className={css.ink} shapeRendering="crispEdges" d={pathData(size, data)} />
    </svg>
  );
}

/** Adjacent dark cells of a row are merged into one rectangle. */
function pathData(size: number, data: Uint8Array): string {
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
