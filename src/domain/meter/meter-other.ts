// Columns of a table of metered energy that are none: control systems export irradiance, temperatures and the quality of
// each value beside it.

/** Units of what is no energy and no power. */
const otherUnits =
  /^(?:k?w\/m\s?[2²]|k?w\s?m-2|k?wh\/m\s?[2²]|[mk]?var|[mk]?varh|[mk]?va|[mk]?vah|[mk]v|[mk]a|hz|%|°|deg|°\s?[cfk]|º\s?[cf]|deg\s?[cf]|k?pa|m?bar|m\/s|km\/h|mph|mm|cos\s?(?:phi|φ)|hours?|min|ms|eur|usd|ppm|l\/min|kg\/s|t\/h|-)$/i;
/** The beginning of words that no name has. */
const stems = [
  "irradi|radiacion|radiacao|pyranom|piranom|humid|humed|temperat|frequen|frecuen|reactiv|apparent|availab|disponib",
  "windspeed|winddir|viento|velocidad|velocidade|observac|observation",
].join("|");
/** Whole words: "wind" begins the name of a town, "temp" that of a family. */
const wholes = [
  "quality|qualidade|calidad|status|states?|estado|flags?|alarm[as]?|codes?|codigos?|valid|valido|validity",
  "insolation|poa|ghi|gti|dni|dhi|temps?|tmod|tamb|tempair|tempmod|tempamb|wind|winds|vento|rain|rainfall|rains?gauge",
  "pressure|presion|pressao|voltage|voltaje|tensao|tension|currents?|corrientes?|corrente|power ?factor|cos ?phi",
  "setpoint|consigna|performance ?ratio|records?|recordnumber|recnbr|recno|batt|battery|batvolt|battv|comments?|notas?",
].join("|");
const other = new RegExp(
  String.raw`(?:^|[\s_.\-/(\[])(?:(?:${stems})|(?:${wholes})(?!\p{L}))`,
  "iu",
);

/** Columns of a calendar, and of numbers that count devices or rows, in three languages. */
const calendar = new Set(
  [
    "year month week day hour minute second weekday dayofyear dayofweek weekofyear hourofday quarter date time",
    "ano mes semana dia hora minuto segundo fecha data trimestre diadelano diadoano",
    "id deviceid inverterid meterid plantid siteid serial serialnumber iddispositivo iddeldispositivo iddodispositivo",
    "n row rownumber rowno line linenumber fila linha linea no nr num number numero index item count",
    "interval intervalo period periodo",
  ]
    .join(" ")
    .split(" "),
);

const isOfCalendar = (plain: string) =>
  calendar.has(
    plain
      .toLowerCase()
      .replace(/[([].*$/, "")
      .replaceAll(/[\s_.\-/#\u00ba\u00b0]+/g, ""),
  );

/** Whether the head of a column without a unit of energy or power says that it is something else. */
export function isOtherColumn(head: string): boolean {
  const plain = head.normalize("NFD").replace(/\p{M}/gu, "");
  const [, stated] = /[([]\s*([^)\]]*?)\s*[)\]]\s*$/.exec(head) ?? [];
  if (stated !== undefined && otherUnits.test(stated)) return true;
  if (/[\s_](?:k?var|k?varh|kva|kvah|w\/m2|wm2|degc|celsius|pct)$/i.test(plain)) return true;
  return isOfCalendar(plain) || other.test(plain);
}
