// Columns of a table of metered energy that are none: control systems export irradiance, temperatures and the quality of
// each value beside it.

/** Units of what is no energy and no power. */
const otherUnits =
  /^(?:k?w\/m\s?[2²]|k?w\s?m-2|k?wh\/m\s?[2²]|[mk]?var|[mk]?varh|[mk]?va|[mk]?vah|[mk]v|[mk]a|hz|%|°|deg|°\s?[cfk]|º\s?[cf]|deg\s?[cf]|k?pa|m?bar|m\/s|km\/h|mph|mm|cos\s?(?:phi|φ)|hours?|min|ms|eur|usd|ppm|l\/min|kg\/s|t\/h|-)$/i;
const wordOf = [
  "quality|qualidade|calidad|status|state|estado|flags?|alarm[as]?|code|codigo|valid",
  "irradi|radiacion|radiacao|poa|ghi|gti|dni|dhi|pyran|piran|temp|wind|viento|vento|humid|rain|pressure|presion",
  "voltage|voltaje|tensao|current|corriente|frequen|frecuen|power ?factor|cos ?phi|reactiv|apparent|setpoint|consigna",
  "availab|disponib|performance ?ratio|record|recnbr|batt|comment|nota|observ",
].join("|");
const other = new RegExp(String.raw`(?:^|[\s_.\-/(\[])(?:${wordOf})`, "i");

/** Whether the head of a column without a unit of energy or power says that it is something else. */
export function isOtherColumn(head: string): boolean {
  const plain = head.normalize("NFD").replace(/\p{M}/gu, "");
  const [, stated] = /[([]\s*([^)\]]*?)\s*[)\]]\s*$/.exec(head) ?? [];
  if (stated !== undefined && otherUnits.test(stated)) return true;
  if (/[\s_](?:k?var|k?varh|kva|kvah|w\/m2|wm2|degc|celsius|pct)$/i.test(plain)) return true;
  return other.test(plain);
}
