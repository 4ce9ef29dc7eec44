// Creates callers for the demo's customers: plausible names and valid numbers from the countries that they would call from.
import { createRandom, type Random } from '../../../tools/fake-pbx/src/sim/random.ts';
import type { Person } from '../../../tools/fake-pbx/src/sim/plan.ts';

interface Region {
  readonly share: number;
  /** Each `#` becomes a digit. */
  readonly numbers: readonly string[];
  readonly first: readonly string[];
  readonly last: readonly string[];
  /** Company names that some callers show instead of their own. */
  readonly firms: readonly string[];
}

const words = (text: string): readonly string[] => text.split('|');

const SPAIN: Region = {
  share: 1,
  numbers: ['+3461#######', '+3463#######', '+3465#######', '+3491#######', '+3493#######', '+3496#######'],
  first: words(
    'Antonio|José Luis|Ana Belén|Montserrat|Mª Ángeles|Jesús|Concepción|Iñaki|Begoña|Nuria|Víctor|Elena|Tomás|Adrián|Mónica|Fátima',
  ),
  last: words(
    'García|Martínez|Peñalver|Núñez|López de Ayala|Ibáñez|Güell|Zabala|Castro|Suárez|Muñiz|Ordóñez|Pérez|Vidal|Romero',
  ),
  firms: words('Mutua Levante|Farmacia Goya|Ayto. de Alcorcón|Residencia El Olivar|Adeslas'),
};
const FRANCE: Region = {
  share: 1,
  numbers: [
    '+3361#######',
    '+3362#######',
    '+3367#######',
    '+3378#######',
    '+33140######',
    '+33472######',
    '+33556######',
  ],
  first: words(
    'Jean-Baptiste|Émilie|Chloé|Stéphane|Agnès|Noël|Hervé|Béatrice|Inès|Théo|Solène|Frédéric|Mireille|Ludovic|Anne-Laure',
  ),
  last: words(
    "Dupré|Lefèvre|D'Alembert|Bérenger|Cœurdacier|Garçon|Müller|Perrot|Saint-André|Hébert|Noël|Chevalier|Faure|Tessier",
  ),
  firms: words('Garage de l’Étoile|Mairie de Nîmes|Transports Bréval|Cabinet Moreau|Dépannage Express'),
};
const ISRAEL: Region = {
  share: 1,
  numbers: [
    '+97250#######',
    '+97252#######',
    '+97254#######',
    '+97253#######',
    '+97248######',
    '+97239######',
    '+97226######',
  ],
  first: words('אבי|רינה|משה|שרה|יוסף|אסתר|דוד|רחל|אילן|סיגל|מוחמד|פאטמה|אולגה|בוריס|טל|נעמה|עידו'),
  last: words('כהן|לוי|מזרחי|פרץ|ביטון|דהן|אברהם|פרידמן|מלכה|אזולאי|חדד|נחום|אבו-סאלח|גורביץ|ברגר'),
  firms: words('עיריית חיפה|המשביר לצרכן|א.ב. מחשבים|קיבוץ יגור|רשת חשמל נטו'),
};
const ABROAD: Region = {
  share: 1,
  numbers: [
    '+44790#######',
    '+4420794#####',
    '+35191#######',
    '+3933########',
    '+49151########',
    '+1415555####',
    '+1514555####',
    '+21266#######',
  ],
  first: words('Oliver|Siobhán|João|Chiara|Jürgen|Emily|Zoë|Youssef|Anaïs|Tomasz'),
  last: words("O'Brien|Whitfield|Gonçalves|Rossi|Größl|Baker|Nguyen|El Amrani|Tremblay|Kowalski"),
  firms: words('Hotel Reservations Ltd|Studio Legale Conti'),
};

const MIX: Readonly<Record<string, readonly Region[]>> = {
  ES: [SPAIN, { ...ABROAD, share: 0.14 }, { ...FRANCE, share: 0.06 }],
  FR: [FRANCE, { ...ABROAD, share: 0.12 }, { ...SPAIN, share: 0.05 }],
  IL: [ISRAEL, { ...ABROAD, share: 0.1 }],
};

const digits = (random: Random, pattern: string): string =>
  // The first digit of a subscriber number is never 0 or 1.
  pattern.replace(/#/, () => String(random.whole(2, 8))).replace(/#/g, () => String(random.whole(0, 9)));

const personOf = (random: Random, region: Region): Person => {
  const number = digits(random, random.pick(region.numbers));
  // Many carriers deliver no name.
  if (random.chance(0.3)) return { number, name: '' };
  if (random.chance(0.06)) return { number, name: random.pick(region.firms) };
  return { number, name: `${random.pick(region.first)} ${random.pick(region.last)}` };
};

export const demoPeople = (country: string, count: number, seed: string): readonly Person[] => {
  const random = createRandom(`${seed}/${country}`);
  const regions = MIX[country] ?? [ABROAD];
  const total = regions.reduce((sum, r) => sum + r.share, 0);
  return Array.from({ length: count }, () => {
    let at = random.next() * total;
    const region = regions.find((r) => (at -= r.share) < 0) ?? regions[0]!;
    return personOf(random, region);
  });
};
