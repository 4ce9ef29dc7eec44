// Letters about an account that nears or reaches a limit, and the reason that a suspension by one gives. `{name}`: the customer.
import type { Language } from '@ringside/core/contract/text.ts';

export const LIMIT_NEWS = [
  'limit-near',
  'balance-low',
  'limit-reached',
  'calls-out-blocked',
  'balance-spent',
  'limit-suspended',
] as const;
export type LimitNews = (typeof LIMIT_NEWS)[number];

interface Words {
  readonly subject: string;
  readonly news: Readonly<Record<LimitNews, string>>;
  /** Of a customer that a limit suspended. */
  readonly reason: string;
}

export const LIMIT_WORDS: Readonly<Record<'en' | 'es' | 'fr' | 'he', Words>> = {
  en: {
    subject: 'The account of {name}',
    news: {
      'limit-near': 'The account of {name} has come near a limit: {percent}% of it are used.',
      'balance-low': 'The prepaid balance of {name} is low: {amount} {currency} are left.',
      'limit-reached': 'The account of {name} has reached a limit: {percent}% of it are used. Calls go on.',
      'calls-out-blocked':
        'The account of {name} has reached a limit: {percent}% of it are used. Calls out are stopped; emergency numbers are not.',
      'balance-spent':
        'The prepaid balance of {name} is used up. Calls out are stopped until a payment comes; emergency numbers are not.',
      'limit-suspended':
        'The account of {name} has reached a limit: {percent}% of it are used. The customer is suspended until somebody reactivates it; emergency numbers can be called.',
    },
    reason: 'A spending limit was reached',
  },
  es: {
    subject: 'La cuenta de {name}',
    news: {
      'limit-near': 'La cuenta de {name} se acerca a un límite: se ha usado el {percent} %.',
      'balance-low': 'El saldo de prepago de {name} es bajo: quedan {amount} {currency}.',
      'limit-reached':
        'La cuenta de {name} ha alcanzado un límite: se ha usado el {percent} %. Las llamadas continúan.',
      'calls-out-blocked':
        'La cuenta de {name} ha alcanzado un límite: se ha usado el {percent} %. Las llamadas salientes están bloqueadas, salvo a emergencias.',
      'balance-spent':
        'El saldo de prepago de {name} se ha agotado. Las llamadas salientes quedan bloqueadas hasta que llegue un pago, salvo a emergencias.',
      'limit-suspended':
        'La cuenta de {name} ha alcanzado un límite: se ha usado el {percent} %. El cliente queda suspendido hasta que alguien lo reactive; se puede llamar a emergencias.',
    },
    reason: 'Se ha alcanzado un límite de gasto',
  },
  fr: {
    subject: 'Le compte de {name}',
    news: {
      'limit-near': 'Le compte de {name} approche d’un plafond : {percent} % utilisés.',
      'balance-low': 'Le solde prépayé de {name} est bas : il reste {amount} {currency}.',
      'limit-reached': 'Le compte de {name} a atteint un plafond : {percent} % utilisés. Les appels continuent.',
      'calls-out-blocked':
        'Le compte de {name} a atteint un plafond : {percent} % utilisés. Les appels sortants sont bloqués, sauf vers les urgences.',
      'balance-spent':
        'Le solde prépayé de {name} est épuisé. Les appels sortants sont bloqués jusqu’à un paiement, sauf vers les urgences.',
      'limit-suspended':
        'Le compte de {name} a atteint un plafond : {percent} % utilisés. Le client est suspendu jusqu’à ce que quelqu’un le réactive ; les urgences restent joignables.',
    },
    reason: 'Un plafond de dépenses a été atteint',
  },
  he: {
    subject: 'החשבון של {name}',
    news: {
      'limit-near': 'החשבון של {name} מתקרב למכסה: {percent}% נוצלו.',
      'balance-low': 'היתרה המשולמת מראש של {name} נמוכה: נותרו {amount} {currency}.',
      'limit-reached': 'החשבון של {name} הגיע למכסה: {percent}% נוצלו. השיחות נמשכות.',
      'calls-out-blocked': 'החשבון של {name} הגיע למכסה: {percent}% נוצלו. השיחות היוצאות חסומות, למעט מספרי חירום.',
      'balance-spent': 'היתרה המשולמת מראש של {name} נוצלה. השיחות היוצאות חסומות עד שיתקבל תשלום, למעט מספרי חירום.',
      'limit-suspended':
        'החשבון של {name} הגיע למכסה: {percent}% נוצלו. הלקוח מושעה עד שמישהו יפעיל אותו מחדש; אפשר לחייג למספרי חירום.',
    },
    reason: 'מכסת ההוצאה נוצלה',
  },
};

export const limitWords = (language: string): Words =>
  LIMIT_WORDS[(['es', 'fr', 'he'] satisfies Language[]).find((one) => one === language) ?? 'en'];
