// The kind of an area in another program's file, from its words. A wrong flight polygon costs a drone, a question costs a
// click: so words that forbid are a list that may grow, and words of a flight polygon are a closed one.
import { featureKinds, type FeatureKind, type ReadFeature } from "./map-feature.ts";

/**
 * Words by which programs and people name the kinds, in the languages of the product and of pilots around it, without
 * accents. Words that forbid come first: "zona de no sobrevuelo" has the word for flight in it.
 */
const words: readonly (readonly [kind: FeatureKind, words: RegExp])[] = [
  [
    "no_fly_polygon",
    new RegExp(
      [
        String.raw`\b(no|nao|non|not|dont|don.t|never|nicht|kein|keine|sem|sin|sans|senza|ohne|without)[\s_-]*(fly|flight|vuelo|overfl|sobrev|survol|sorvol|vol|voo|voar|go\b|drone|dron|flug|flieg|uberfl|entr|ingres|acces)`,
        "avoid|evit|exclu|prohib|proib|forbid|forbod|forbud|restri|interdi|verbot|verbod|sperr|vietat|divieto|beschrank",
        String.raw`\bnfz\b|\bed-[rpd]\b|(keep|stay)[\s_-]*(out|away|clear)|geo[\s_-]*fence`,
        "danger|peligr|perig|pericol|gefahr|obstac|hindernis|hazard|禁|限|障碍",
      ].join("|"),
    ),
  ],
  [
    "take_off_position",
    /take[\s_-]?off|launch|despegue|decola|decoll|startplatz|startpunkt|home\b|\bdock|起飞/,
  ],
  ["flight_polygon", /flight|fly|vuelo|voo|flug|vol\b|volo\b|survol|sorvol|inclu|飞行/],
];

/**
 * All words that the name of a flight polygon may have: flight, ground, permission, sides of the compass, small words.
 * Any other word may turn the meaning round, as "except", "tower" or "suspended" do.
 */
const flightWord = new RegExp(
  `^(${[
    "(over)?(flight|fly|flying)s?|(sobre)?(vuelo|voo)s?|volar|voar|vols?|voler|survol(er)?|vol[oi]|sorvolo|uberflug",
    "flug(gebiet|bereich|zone|flache|raum|feld)?(e|en|er|s)?|befliegung|inclu(de|ded|sion|sive|id[oa]s?|sao|so)",
    "areas?|aires?|zonas?|zonen?|zones|gebiete?|bereiche?|flachen?|regions?|pol[iy]gon\\w{0,2}|perimet\\w{1,3}|boundar(y|ies)|bounds",
    "sektor(en)?|sect(or|ors|eur|eurs|ores)|setor(es)?|settor[ei]|blo(ck|cks|que|ques|co|cos|c|cs)|blocc[oi]|parcel\\w{0,2}|lot[es]{0,2}",
    "campos?|fields?|feld(er)?|champs?|plant[aes]{0,2}|anlage|usina|parque|park|parc|parco|solar|solaire|fv|pv",
    "de|del|la|el|los|las|of|the|for|to|here|para|per|pour|pra|du|des|da|dos?|das|di|della|les?|der|die|fur|zum|im|in|en|em|and|und|et",
    "allow(ed)?|permi(tted|tid[oa]s?|so|s|ssion)|authori[sz]ed|autori[sz]ad[oa]s?|autoris[e]{1,3}s?|autorizzat[oaie]|erlaubt\\w{0,2}|aprobad[oa]s?|aprovad[oa]s?",
    "norte?|north|nord|sur|sul|south|sud|sued|este?|leste|east|ost|oeste|west|ouest|ovest|(north|south)-?(east|west)|centr[aeo]l?|cent(er|re)|mitte|zentrum",
    // A letter or a number tells areas apart; "n", "f" and 0 may say no.
    "[a-eg-mo-wyz]|i{2,3}|iv|0*[1-9]\\d*",
    "[飞行区域作业允许]+",
  ].join("|")})$`,
);
/** Words and plain punctuation: a sign such as "!" or "≠" may turn the meaning round as well. */
const plainSigns = /^[\p{L}\p{N}\s.,:;/()#&°ºª–—-]*$/u;

const isOfFlight = (plain: string) =>
  plainSigns.test(plain) &&
  plain
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .every((word) => flightWord.test(word));

/** Words that make an area doubtful whose folder or property says that it is a flight polygon. */
const doubt = new RegExp(
  [
    String.raw`\b(no|nao|non|not|ne|pas|never|nunca|jamais|mai|nicht|nie|kein\w*|sem|sin|sans|senza|ohne|nada|without|free|ban|banned|off|out|outside|fuera|fora|hors|fuori|salvo|excep\w*|except\w*|ausser|ausgenommen|zero|cero|none|ningun\w*|nenhum\w*|aucun\w*|nessun\w*)\b`,
    "n.t\\b|freie|libre|livre|liber[oa]|risk|riesgo|risco|risqu|rischi|risiko",
    "flughafen|flugplatz|flugfeld|airport|airfield|aeropuert|aeroport|aerodrom|helip",
    "deny|denied|denegad|negad|negat|vedad|suspend|block(ed|iert)|bloquead|bloccat|closed|cerrad|fechad|chius|geschloss|ausserhalb|limit|begrenz",
    "disab|disall|unfit|inhabil|imped|cancel|untersag|defens|defend|unauthor|private|privad|milita|buffer|margin|margen",
    "torre|tower|turm|\\btour\\b|mast|antena|antenn|pylon|\\bpostes?\\b|\\btension|\\btensao|spannung|leitung|power ?line|lineas?\\b|linhas?\\b|\\blignes?\\b|cable|kabel",
    "subesta|substation|umspann|edific|building|gebaude|chimenea|chimney|aerogener|turbin|grua|crane|^at$|\\b(hv|ht)\\b",
  ].join("|"),
);
/** Properties that say the kind, however their letters are written. */
const kindProperties = new Set(
  "kind type class category zone use tipo clase classe categoria zona uso art klasse kategorie".split(
    " ",
  ),
);
const [noFly, , flight] = words.map(([, pattern]) => pattern);
const isNegative = (value: string | number | null) =>
  /^(false|falso|falsa|falsch|faux|fausse|0|no?|nao|non|nein|off|none|nunca|never)$/.test(
    plainOf(String(value)).trim(),
  );
/** Names of properties that say whether one may fly there, by their value. */
const allowing =
  /allow|permi|authori|autori|enabl|activ|aktiv|habilit|erlaub|legal|valid|gultig|flyable|volable|open\b|abiert|abert/;

type Said = Pick<ReadFeature, "properties" | "name" | "folders">;

/** What the words of a feature say, and whether any of them forbids or leaves a doubt. */
function wordsOf({ properties, name, folders }: Said) {
  const texts = Object.entries(properties).filter(([, value]) => value !== null);
  const { stated } = statedOf({ properties });
  const said = [...stated, name, ...folders.toReversed()];
  const properted = texts.map(([key, value]) => `${key} ${value}`);
  const isForbidden =
    [...said, ...properted].some((text) => noFly!.test(plainOf(text))) ||
    texts.some(([key, value]) => {
      const plain = plainOf(key);
      return (flight!.test(plain) || allowing.test(plain)) && isNegative(value);
    });
  // A word in any property beside an innocent name turns its meaning round as well.
  const beside = texts.flatMap(([, value]) => (typeof value === "string" ? [value] : []));
  const isDoubted = [...said, ...beside].some(isDoubtful);
  return { stated, said, beside, isForbidden, isDoubted };
}

/** Whether a word of the feature forbids, or names an obstacle or an exception. */
export function isForbiddenOrDoubted(feature: Said): boolean {
  const { isForbidden, isDoubted } = wordsOf(feature);
  return isForbidden || isDoubted;
}

const isDoubtful = (text: string) => doubt.test(plainOf(text));

/** What properties such as "type" say of the kind of a feature, and whether it is one of the kinds of our own files. */
export function statedOf({ properties }: Pick<Said, "properties">): {
  readonly stated: readonly string[];
  readonly isOwn: boolean;
} {
  const stated = Object.entries(properties).flatMap(([key, value]) =>
    value !== null && kindProperties.has(plainOf(key)) ? [String(value)] : [],
  );
  return { stated, isOwn: featureKinds.some((kind) => stated.includes(kind)) };
}

/** The kind of a feature; null where nothing says it, or where words contradict each other. */
export function kindOf(feature: ReadFeature): FeatureKind | null {
  const { name, geometry } = feature;
  const { stated, said, beside, isForbidden, isDoubted } = wordsOf(feature);
  const own = featureKinds.find((kind) => stated.includes(kind));
  if (own) {
    // The names of our own files are anything; what another program has added beside the kind is not.
    const isAsked = isForbidden || beside.filter((text) => text !== name).some(isDoubtful);
    return own === "flight_polygon" && isAsked ? null : own;
  }
  for (const text of said) {
    const plain = plainOf(text);
    const kind = words.find(([, pattern]) => pattern.test(plain))?.[0];
    if (kind === "flight_polygon" && (isForbidden || isDoubted || !isOfFlight(plain))) return null;
    // A point in a folder of polygons is none of them.
    const fits = kind && (kind === "take_off_position") === (geometry.type === "Point");
    if (fits) return kind;
  }
  return null;
}

/** Small letters without accents; words that are joined by "_", a digit or a capital letter are parted. */
export function plainOf(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replaceAll(/(\p{L})(\p{N})/gu, "$1 $2")
    .replaceAll(/(\p{N})(\p{L})/gu, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
}
