// Compares a namespace of a language with the English one. Returns each error as a line.
import type { Texts } from './read-texts.ts';

const PLURAL = /_(zero|one|two|few|many|other)$/;
export const stem = (key: string): string => key.replace(PLURAL, '');

const variables = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{\{\s*(\w+)/g)].map((m) => m[1] ?? ''))].sort();

const stemsOf = (texts: Texts): ReadonlySet<string> => new Set([...texts.keys()].map(stem));

const keyFaults = (own: Texts, english: Texts): string[] => {
  const [mine, wanted] = [stemsOf(own), stemsOf(english)];
  return [
    ...[...wanted].filter((key) => !mine.has(key)).map((key) => `${key}: missing`),
    ...[...mine].filter((key) => !wanted.has(key)).map((key) => `${key}: not in English`),
  ];
};

const textFaults = (own: Texts, english: Texts): string[] =>
  [...own].flatMap(([key, text]) => {
    if (text.trim() === '') return [`${key}: empty`];
    const expected = new Set([...english].filter(([k]) => stem(k) === stem(key)).flatMap(([, t]) => variables(t)));
    const strange = variables(text).filter((v) => !expected.has(v));
    // A plural form may omit the number, such as "one". All other texts must use every value.
    const missing = PLURAL.test(key) ? [] : [...expected].filter((v) => !variables(text).includes(v));
    return [...strange.map((v) => `${key}: unknown {{${v}}}`), ...missing.map((v) => `${key}: lacks {{${v}}}`)];
  });

const pluralFaults = (language: string, own: Texts, english: Texts): string[] => {
  const plural = new Set([...english.keys()].filter((k) => PLURAL.test(k)).map(stem));
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  return [...plural].flatMap((key) =>
    forms.filter((form) => !own.has(`${key}_${form}`)).map((form) => `${key}_${form}: no such plural`),
  );
};

export const textsFaults = (language: string, own: Texts, english: Texts): string[] => [
  ...keyFaults(own, english),
  ...textFaults(own, english),
  ...pluralFaults(language, own, english),
];

// French and Spanish share words with English. These lists contain the allowed equal texts.
const SAME_EVERYWHERE = /^[\s\d\p{P}\p{S}]*$|^(Ringside|Asterisk|TLS|AMI|PBX)$/u;
const INTERNATIONAL = new Set(
  (
    'UDP TCP TLS Menu Transport Codecs Route agent agents ms Dashboard Date Service Total Code Queue Question Contact Description Region Port Notification Notifications Type Normal Action Actions ' +
    'No No. Note OK Page Navigation Secret E-mail Supervisor Error Minutes Administration Message Agent Agents Client Email Local Pause Pauses Information Active Session Sessions session sessions pauses section sections Transfer Destination Source Configuration Image Format Version Status Roles Audit Permissions Flexible pause Maintenance minute minutes PIN Bucket bucket Color'
  ).split(' '),
);

/** Returns texts that equal the English ones and are probably untranslated. */
export const untranslated = (own: Texts, english: Texts): string[] =>
  [...own].flatMap(([key, text]) => {
    const bare = text.replace(/\{\{[^}]*\}\}|…/g, '').trim();
    return english.get(key) === text && !SAME_EVERYWHERE.test(bare) && !INTERNATIONAL.has(bare)
      ? [`${key} = ${text}`]
      : [];
  });

/** Typography and form of address that a language requires. Each pattern finds a fault. */
const FAULTS: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  es: [
    [/^[^¿]*\?/, '“?” without “¿”'],
    [/^[^¡]*!/, '“!” without “¡”'],
    [/(\d|\}) ?%/, 'a breaking space, or none, before “%”'],
  ],
  fr: [
    [/ [:;?!»]( |$)|« | %/, 'a breaking space at : ; ? ! « » or %'],
    [/\p{L}'\p{L}/u, 'a straight apostrophe'],
  ],
  he: [
    [/[\u05d0-\u05ea]["'][\u05d0-\u05ea]/, 'straight quotation marks'],
    [/[\u05d0-\u05ea]-[\u05d0-\u05eaA-Za-z]/, 'a hyphen instead of a maqaf'],
    [/(^|[\s(״])(בחר|הזן|לחץ|הקלד|הקש|בדוק|נסה|הוסף|הסר|גרור|המתן|פנה)(?=[\s.,:]|$)/, 'a masculine imperative'],
  ],
};

/** Returns texts that break the typography rules of the language. */
export const typographyFaults = (language: string, own: Texts): string[] =>
  [...own].flatMap(([key, text]) =>
    (FAULTS[language] ?? []).flatMap(([fault, name]) => (fault.test(text) ? [`${key}: ${name}`] : [])),
  );
