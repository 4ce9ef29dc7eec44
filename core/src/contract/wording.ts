// Words a broken rule of a form or a call in the reader's language. The server uses it for API answers, the console for forms.
import { z } from 'zod';
import { en, es, fr, he } from 'zod/locales';
import type { FieldError } from './errors.ts';
import { LANGUAGES, PATTERNS } from './text.ts';
import type { Language } from './text.ts';

type Words = Readonly<Record<string, string>>;

/** Codes beside zod's own: names of patterns and rules, and what the server finds out (`taken`, `in-use` …). `{x}` is a parameter. */
const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    required: 'This field is required',
    characters: 'Control characters and line breaks are not allowed',
    slug: 'Small letters, digits and hyphens, beginning with a letter, 2 to 31 characters',
    'queue-name': 'Letters, digits, dot, hyphen and underscore, up to 80 characters, and not “general”',
    username: 'Letters, digits and . _ @ + - only, up to 64 characters',
    email: 'Not an e-mail address',
    phone: 'Not a phone number',
    host: 'Not a host name or an IP address',
    pem: 'Not a certificate in PEM form (BEGIN CERTIFICATE)',
    'one-line': 'Control characters and line breaks are not allowed',
    timezone: 'Not a known time zone; example: Europe/Madrid',
    country: 'Not a known country; two capital letters',
    currency: 'Not a known currency; three capital letters',
    'common-password': 'This password is too easy to guess',
    'context-password': 'A password may not be made of your name, user name, e-mail or organisation',
    'wrong-password': 'The current password is wrong',
    'wrong-code': 'The code is wrong, was used already, or is too old',
    'passkey-refused': 'The device’s answer was not accepted, or came too late: start again',
    'not-an-image': 'Not a PNG or JPEG picture',
    'image-shape': 'The picture must be square, from 64 to 1024 pixels',
    taken: 'Already in use',
    unknown: 'Does not exist',
    'in-use': 'Still used by {resource}: {names}',
    'other-customer': 'Belongs to another customer',
    'not-assignable': 'You may not give this role to this user',
    'needs-customer': 'This role needs a customer',
    'needs-callcenter': 'This role needs at least one call center',
    'last-administrator': 'The last active administrator must stay',
    'own-account': 'Not possible for your own account',
    immutable: 'Cannot be changed any more',
    network: 'Not an address or a network; examples: 192.0.2.7, 10.0.0.0/8',
    'beyond-own': 'More than you may do yourself: {names}',
    'too-far': 'At most {days} days from now',
    past: 'Must lie in the future',
    'locks-out': 'This would shut you out: your address {address} or your right to change it back',
    'no-password': 'A program signs in with API keys and has no password',
    'no-columns': 'No column is known here. Known are: {names}',
    'empty-file': 'There is no row below the headings',
    'limit-reached': 'The limit of this customer is reached: {most}',
    money: 'A price like 0.125, as text: no sign, up to nine digits before the point and six behind it',
    prefix: 'A prefix of an international number: 1 to 24 digits, without + or 00',
    clock: 'A time of day from 00:00 to 24:00',
    'twice-in-file': 'The same prefix, hours and start as line {line}',
    'unknown-column': 'No such column',
    'plan-not-active': 'Only an active plan can be given to customers',
    'other-currency': 'The customer pays in {currency}, the plan is in {plan}',
    'before-start': 'Must lie after its start',
    'bad-key': 'A key of 1 to 255 visible ASCII characters',
    'key-reused': 'This key was already used for another call',
    'too-long-period': 'At most {days} days',
    'rate-in-force': 'In force already, with other terms: give it a later start',
    'too-many-rows': 'At most {rows} rows in one file',
    'not-csv': 'Not readable as CSV from here on',
    'import-runs': 'Another import into this plan is still running',
    extension: 'Digits only, 2 to 10 of them',
    'extension-or-none': 'An extension: digits only, 2 to 10 of them',
    'caller-name': 'No quotation marks, angle brackets, commas or backslashes',
    'caller-number': 'Digits only, 2 to 20 of them, with + in front where wanted',
    'sip-host': 'Not a host name or an IP address',
    'forward-to-self': 'A line cannot forward to itself',
    'range-order': 'The last extension must follow the first and have as many digits',
    'range-size': 'At most {most} extensions at once',
    'extensions-taken': 'Already taken: {names}',
    'same-codec': 'A codec stands here twice',
  },
  es: {
    required: 'Este campo es obligatorio',
    characters: 'No se permiten caracteres de control ni saltos de línea',
    slug: 'Minúsculas, cifras y guiones, empezando por una letra, de 2 a 31 caracteres',
    'queue-name': 'Letras, cifras, punto, guion y guion bajo, hasta 80 caracteres, y distinto de «general»',
    username: 'Solo letras, cifras y . _ @ + -, hasta 64 caracteres',
    email: 'No es una dirección de correo electrónico',
    phone: 'No es un número de teléfono',
    host: 'No es un nombre de host ni una dirección IP',
    pem: 'No es un certificado en formato PEM (BEGIN CERTIFICATE)',
    'one-line': 'No se permiten caracteres de control ni saltos de línea',
    timezone: 'Zona horaria desconocida; ejemplo: Europe/Madrid',
    country: 'País desconocido; dos letras mayúsculas',
    currency: 'Moneda desconocida; tres letras mayúsculas',
    'common-password': 'Esta contraseña es demasiado fácil de adivinar',
    'context-password': 'La contraseña no puede formarse con su nombre, usuario, correo u organización',
    'wrong-password': 'La contraseña actual no es correcta',
    'wrong-code': 'El código no es correcto, ya se usó o ha caducado',
    'passkey-refused': 'La respuesta del dispositivo no se aceptó o llegó tarde: empiece de nuevo',
    'not-an-image': 'No es una imagen PNG ni JPEG',
    'image-shape': 'La imagen debe ser cuadrada, de 64 a 1024 píxeles',
    taken: 'Ya está en uso',
    unknown: 'No existe',
    'in-use': 'Todavía lo usan ({resource}): {names}',
    'other-customer': 'Pertenece a otro cliente',
    'not-assignable': 'No puede asignar este rol a este usuario',
    'needs-customer': 'Este rol necesita un cliente',
    'needs-callcenter': 'Este rol necesita al menos un centro de llamadas',
    'last-administrator': 'Debe quedar al menos un administrador activo',
    'own-account': 'No es posible con su propia cuenta',
    immutable: 'Ya no se puede cambiar',
    network: 'No es una dirección ni una red; ejemplos: 192.0.2.7, 10.0.0.0/8',
    'beyond-own': 'Es más de lo que usted mismo puede hacer: {names}',
    'too-far': 'Como máximo {days} días a partir de hoy',
    past: 'Debe ser una fecha futura',
    'locks-out': 'Esto le dejaría fuera: su dirección {address} o su derecho a deshacerlo',
    'no-password': 'Un programa inicia sesión con claves de API y no tiene contraseña',
    'no-columns': 'Ninguna columna es conocida. Las conocidas son: {names}',
    'empty-file': 'No hay ninguna fila debajo de los encabezados',
    'limit-reached': 'Se ha alcanzado el límite de este cliente: {most}',
    money: 'Un precio como 0.125, en texto: sin signo, hasta nueve cifras antes del punto y seis después',
    prefix: 'Un prefijo de número internacional: de 1 a 24 cifras, sin + ni 00',
    clock: 'Una hora entre 00:00 y 24:00',
    'twice-in-file': 'Mismo prefijo, franja e inicio que la línea {line}',
    'unknown-column': 'Esa columna no existe',
    'plan-not-active': 'Solo se puede asignar un plan activo',
    'other-currency': 'El cliente paga en {currency} y el plan está en {plan}',
    'before-start': 'Debe ser posterior al inicio',
    'bad-key': 'Una clave de 1 a 255 caracteres ASCII visibles',
    'key-reused': 'Esta clave ya se usó para otra llamada',
    'too-long-period': 'Como máximo {days} días',
    'rate-in-force': 'Ya está vigente con otras condiciones: indique un inicio posterior',
    'too-many-rows': 'Como máximo {rows} filas por archivo',
    'not-csv': 'A partir de aquí no se puede leer como CSV',
    'import-runs': 'Otra importación en este plan sigue en curso',
    extension: 'Solo cifras, de 2 a 10',
    'extension-or-none': 'Una extensión: solo cifras, de 2 a 10',
    'caller-name': 'Sin comillas, comas, barras invertidas ni < >',
    'caller-number': 'Solo cifras, de 2 a 20, con + delante si hace falta',
    'sip-host': 'No es un nombre de host ni una dirección IP',
    'forward-to-self': 'Una línea no puede desviarse a sí misma',
    'range-order': 'La última extensión debe ser posterior a la primera y tener las mismas cifras',
    'range-size': 'Como máximo {most} extensiones a la vez',
    'extensions-taken': 'Ya en uso: {names}',
    'same-codec': 'Hay un códec repetido',
  },
  fr: {
    required: 'Ce champ est obligatoire',
    characters: 'Les caractères de contrôle et les sauts de ligne sont interdits',
    slug: 'Minuscules, chiffres et tirets, en commençant par une lettre, de 2 à 31 caractères',
    'queue-name': 'Lettres, chiffres, point, tiret et tiret bas, 80 caractères au plus, sauf « general »',
    username: 'Lettres, chiffres et . _ @ + - uniquement, 64 caractères au plus',
    email: 'Ce n’est pas une adresse e-mail',
    phone: 'Ce n’est pas un numéro de téléphone',
    host: 'Ce n’est ni un nom d’hôte ni une adresse IP',
    pem: 'Ce n’est pas un certificat au format PEM (BEGIN CERTIFICATE)',
    'one-line': 'Les caractères de contrôle et les sauts de ligne sont interdits',
    timezone: 'Fuseau horaire inconnu ; exemple : Europe/Paris',
    country: 'Pays inconnu ; deux lettres majuscules',
    currency: 'Devise inconnue ; trois lettres majuscules',
    'common-password': 'Ce mot de passe est trop facile à deviner',
    'context-password': 'Le mot de passe ne peut pas se composer de votre nom, identifiant, e-mail ou organisation',
    'wrong-password': 'Le mot de passe actuel est incorrect',
    'wrong-code': 'Le code est faux, a déjà servi ou a expiré',
    'passkey-refused': 'La réponse de l’appareil a été refusée ou est arrivée trop tard : recommencez',
    'not-an-image': 'Ce n’est pas une image PNG ou JPEG',
    'image-shape': 'L’image doit être carrée, de 64 à 1024 pixels',
    taken: 'Déjà utilisé',
    unknown: 'N’existe pas',
    'in-use': 'Encore utilisé ({resource}) : {names}',
    'other-customer': 'Appartient à un autre client',
    'not-assignable': 'Vous ne pouvez pas donner ce rôle à cet utilisateur',
    'needs-customer': 'Ce rôle nécessite un client',
    'needs-callcenter': 'Ce rôle nécessite au moins un centre d’appels',
    'last-administrator': 'Il doit rester au moins un administrateur actif',
    'own-account': 'Impossible pour votre propre compte',
    immutable: 'Ne peut plus être modifié',
    network: 'Ce n’est ni une adresse ni un réseau ; exemples : 192.0.2.7, 10.0.0.0/8',
    'beyond-own': 'Cela dépasse vos propres droits : {names}',
    'too-far': 'Au plus {days} jours à partir d’aujourd’hui',
    past: 'Doit se situer dans le futur',
    'locks-out': 'Cela vous exclurait : votre adresse {address} ou votre droit de revenir en arrière',
    'no-password': 'Un programme se connecte avec des clés d’API et n’a pas de mot de passe',
    'no-columns': 'Aucune colonne n’est connue. Colonnes connues : {names}',
    'empty-file': 'Aucune ligne sous les en-têtes',
    'limit-reached': 'La limite de ce client est atteinte : {most}',
    money: 'Un prix comme 0.125, en texte : sans signe, neuf chiffres au plus avant le point et six après',
    prefix: 'Un préfixe de numéro international : 1 à 24 chiffres, sans + ni 00',
    clock: 'Une heure entre 00:00 et 24:00',
    'twice-in-file': 'Mêmes préfixe, plage horaire et date d’effet que la ligne {line}',
    'unknown-column': 'Cette colonne n’existe pas',
    'plan-not-active': 'Seul un forfait actif peut être attribué',
    'other-currency': 'Le client paie en {currency}, le forfait est en {plan}',
    'before-start': 'Doit être postérieur au début',
    'bad-key': 'Une clé de 1 à 255 caractères ASCII visibles',
    'key-reused': 'Cette clé a déjà servi pour un autre appel',
    'too-long-period': '{days} jours au plus',
    'rate-in-force': 'Déjà en vigueur à d’autres conditions : indiquez une date d’effet ultérieure',
    'too-many-rows': 'Au plus {rows} lignes par fichier',
    'not-csv': 'Illisible comme CSV à partir d’ici',
    'import-runs': 'Une autre importation dans ce forfait est en cours',
    extension: 'Des chiffres uniquement, de 2 à 10',
    'extension-or-none': 'Un numéro de poste : de 2 à 10 chiffres',
    'caller-name': 'Sans guillemets, chevrons, virgules ni barres obliques inverses',
    'caller-number': 'Des chiffres uniquement, de 2 à 20, précédés de + au besoin',
    'sip-host': 'Ce n’est ni un nom d’hôte ni une adresse IP',
    'forward-to-self': 'Une ligne ne peut pas renvoyer vers elle-même',
    'range-order': 'Le dernier poste doit suivre le premier et avoir autant de chiffres',
    'range-size': '{most} postes au plus à la fois',
    'extensions-taken': 'Déjà utilisés : {names}',
    'same-codec': 'Un codec figure deux fois',
  },
  he: {
    required: 'שדה חובה',
    characters: 'אין להשתמש בתווי בקרה ובמעברי שורה',
    slug: 'אותיות אנגליות קטנות, ספרות ומקפים, בתחילתן אות, 2 עד 31 תווים',
    'queue-name': 'אותיות אנגליות, ספרות, נקודה, מקף וקו תחתון, עד 80 תווים, ולא general',
    username: 'אותיות אנגליות, ספרות והתווים . _ @ + - בלבד, עד 64 תווים',
    email: 'כתובת הדוא״ל אינה תקינה',
    phone: 'מספר הטלפון אינו תקין',
    host: 'שם השרת או כתובת ה־IP אינם תקינים',
    pem: 'התעודה אינה בתבנית PEM ‏(BEGIN CERTIFICATE)',
    'one-line': 'אין להשתמש בתווי בקרה ובמעברי שורה',
    timezone: 'אזור זמן לא מוכר; לדוגמה: Asia/Jerusalem',
    country: 'מדינה לא מוכרת; שתי אותיות אנגליות גדולות',
    currency: 'מטבע לא מוכר; שלוש אותיות אנגליות גדולות',
    'common-password': 'קל מדי לנחש את הסיסמה הזו',
    'context-password': 'הסיסמה לא יכולה להיות מורכבת מהשם, משם המשתמש, מהדוא״ל או משם הארגון',
    'wrong-password': 'הסיסמה הנוכחית שגויה',
    'wrong-code': 'הקוד שגוי, כבר נוצל או שפג תוקפו',
    'passkey-refused': 'התשובה מהמכשיר לא התקבלה או הגיעה מאוחר מדי; יש להתחיל מחדש',
    'not-an-image': 'התמונה אינה PNG או JPEG',
    'image-shape': 'התמונה צריכה להיות ריבועית, מ־64 עד 1024 פיקסלים',
    taken: 'כבר בשימוש',
    unknown: 'לא קיים',
    'in-use': 'עדיין בשימוש ({resource}): {names}',
    'other-customer': 'שייך ללקוח אחר',
    'not-assignable': 'אין באפשרותך לתת תפקיד זה למשתמש הזה',
    'needs-customer': 'תפקיד זה דורש לקוח',
    'needs-callcenter': 'תפקיד זה דורש מוקד אחד לפחות',
    'last-administrator': 'חייב להישאר לפחות מנהל מערכת פעיל אחד',
    'own-account': 'לא ניתן לבצע בחשבון שלך',
    immutable: 'לא ניתן לשינוי עוד',
    network: 'כתובת או רשת לא תקינה; לדוגמה: 192.0.2.7, ‏10.0.0.0/8',
    'beyond-own': 'חורג מההרשאות שלך: {names}',
    'too-far': 'לכל היותר {days} ימים מהיום',
    past: 'המועד צריך להיות בעתיד',
    'locks-out': 'הדבר ינעל אתכם בחוץ: הכתובת שלכם {address} או הזכות לבטל זאת',
    'no-password': 'תוכנה מתחברת באמצעות מפתחות API ואין לה סיסמה',
    'no-columns': 'אף עמודה אינה מוכרת. העמודות המוכרות: {names}',
    'empty-file': 'אין שורות מתחת לכותרות',
    'limit-reached': 'הלקוח הגיע למכסה שלו: {most}',
    money: 'מחיר כגון 0.125, כטקסט: ללא סימן, עד תשע ספרות לפני הנקודה ושש אחריה',
    prefix: 'קידומת של מספר בינלאומי: 1 עד 24 ספרות, ללא + או 00',
    clock: 'שעה בין 00:00 ל־24:00',
    'twice-in-file': 'אותם קידומת, שעות ומועד תחילה כמו בשורה {line}',
    'unknown-column': 'אין עמודה כזו',
    'plan-not-active': 'אפשר לשייך ללקוחות רק תוכנית פעילה',
    'other-currency': 'הלקוח משלם במטבע {currency} והתוכנית במטבע {plan}',
    'before-start': 'צריך להיות אחרי מועד ההתחלה',
    'bad-key': 'מפתח של 1 עד 255 תווי ASCII גלויים',
    'key-reused': 'המפתח הזה כבר שימש לקריאה אחרת',
    'too-long-period': '{days} ימים לכל היותר',
    'rate-in-force': 'כבר בתוקף בתנאים אחרים: יש לציין מועד התחלה מאוחר יותר',
    'too-many-rows': 'לכל היותר {rows} שורות בקובץ אחד',
    'not-csv': 'מכאן ואילך הקובץ אינו קריא כ־CSV',
    'import-runs': 'ייבוא אחר לתוכנית הזו עדיין מתבצע',
    extension: 'ספרות בלבד, 2 עד 10',
    'extension-or-none': 'שלוחה: ספרות בלבד, 2 עד 10',
    'caller-name': 'ללא מירכאות, סוגריים זוויתיים, פסיקים ולוכסנים הפוכים',
    'caller-number': 'ספרות בלבד, 2 עד 20, עם + בתחילה לפי הצורך',
    'sip-host': 'שם השרת או כתובת ה־IP אינם תקינים',
    'forward-to-self': 'קו לא יכול להפנות לעצמו',
    'range-order': 'השלוחה האחרונה צריכה לבוא אחרי הראשונה ולהיות באותו מספר ספרות',
    'range-size': 'לכל היותר {most} שלוחות בבת אחת',
    'extensions-taken': 'כבר תפוסות: {names}',
    'same-codec': 'קודק מופיע פעמיים',
  },
};

const ZOD_LOCALES = { en: en(), es: es(), fr: fr(), he: he() } as const;

const RULE_OF_PATTERN = new Map<string, string>(
  Object.entries(PATTERNS).map(([name, expression]) => [expression.toString(), name]),
);

/** The first language of an `Accept-Language` header that the console speaks, or null. */
export const preferredLanguage = (header: string | undefined): Language | null => {
  if (header === undefined) return null;
  const wanted = header
    .split(',')
    .map((part, index) => {
      const [tag = '', ...rest] = part.trim().split(';');
      const weight = rest.map((p) => /^\s*q=([0-9.]+)$/.exec(p)?.[1]).find((w) => w !== undefined);
      return {
        language: tag.toLowerCase().split('-')[0] ?? '',
        weight: weight === undefined ? 1 : Number(weight),
        index,
      };
    })
    .filter((w) => w.weight > 0)
    .toSorted((a, b) => b.weight - a.weight || a.index - b.index);
  for (const { language } of wanted) {
    const code = language === 'iw' ? 'he' : language;
    const found = LANGUAGES.find((l) => l === code);
    if (found !== undefined) return found;
  }
  return null;
};

/** A sentence for a code of our own (`taken`, `in-use` …); null when the code is zod's. */
export const wordCode = (
  code: string,
  language: Language,
  params: Readonly<Record<string, string | number>> = {},
): string | null => {
  const words = WORDS[language][code];
  if (words === undefined) return null;
  return words.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''));
};

const ruleOf = (issue: z.core.$ZodRawIssue): string | null => {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'required';
  if (issue.code === 'too_small' && issue.input === '') return 'required';
  if (issue.code === 'invalid_format' && issue.format === 'regex') {
    return RULE_OF_PATTERN.get(String(issue.pattern)) ?? null;
  }
  const params: unknown = issue.code === 'custom' ? issue.params : undefined;
  const rule = typeof params === 'object' && params !== null && 'rule' in params ? params.rule : undefined;
  return typeof rule === 'string' ? rule : null;
};

/** For zod's `error` of a parse: sentences of one language for every rule of the contract. */
export const errorMap =
  (language: Language): z.core.$ZodErrorMap =>
  (issue) => {
    const rule = ruleOf(issue);
    return (rule === null ? null : wordCode(rule, language)) ?? ZOD_LOCALES[language].localeError(issue);
  };

const numberOrText = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

/**
 * What zod found, as the API tells it: a dotted path, a sentence, and a code with parameters for who words it himself.
 * The parse must have had `{ error: errorMap(language), reportInput: true }`: without its input a missing field looks like a wrong one.
 */
export const fieldErrors = (error: z.ZodError): FieldError[] =>
  error.issues.map((issue) => {
    const params = Object.fromEntries(
      Object.entries(issue).filter(
        ([key, value]) => ['minimum', 'maximum', 'expected', 'origin', 'format'].includes(key) && numberOrText(value),
      ),
    ) as Record<string, string | number>;
    return {
      path: issue.path.map(String).join('.'),
      message: issue.message,
      code: ruleOf(issue as z.core.$ZodRawIssue) ?? issue.code,
      ...(Object.keys(params).length === 0 ? {} : { params }),
    };
  });
