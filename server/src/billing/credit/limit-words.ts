// Texts of e-mails about an account that approaches or reaches a limit, and the reason of a suspension. `{name}`: the customer.
import { textsIn } from '@ringside/core/contract/text.ts';

const LIMIT_NEWS = [
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
  /** Status reason of a suspended customer. */
  readonly reason: string;
}

const LIMIT_WORDS: Readonly<Record<'en' | 'es' | 'fr' | 'he', Words>> = {
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
      'limit-near': 'La cuenta de {name} se acerca a un límite: se ha consumido el {percent} %.',
      'balance-low': 'El saldo de prepago de {name} es bajo: quedan {amount} {currency}.',
      'limit-reached':
        'La cuenta de {name} ha alcanzado un límite: se ha consumido el {percent} %. Las llamadas continúan.',
      'calls-out-blocked':
        'La cuenta de {name} ha alcanzado un límite: se ha consumido el {percent} %. Las llamadas salientes están bloqueadas, salvo a emergencias.',
      'balance-spent':
        'El saldo de prepago de {name} se ha agotado. Las llamadas salientes quedan bloqueadas hasta que se reciba un pago, salvo a emergencias.',
      'limit-suspended':
        'La cuenta de {name} ha alcanzado un límite: se ha consumido el {percent} %. El cliente queda suspendido hasta que alguien lo reactive; se puede llamar a emergencias.',
    },
    reason: 'Se ha alcanzado un límite de gasto',
  },
  fr: {
    subject: 'Le compte de {name}',
    news: {
      'limit-near': 'Le compte de {name} approche d’un plafond : {percent} % consommés.',
      'balance-low': 'Le solde prépayé de {name} est bas : il reste {amount} {currency}.',
      'limit-reached': 'Le compte de {name} a atteint un plafond : {percent} % consommés. Les appels continuent.',
      'calls-out-blocked':
        'Le compte de {name} a atteint un plafond : {percent} % consommés. Les appels sortants sont bloqués, sauf vers les urgences.',
      'balance-spent':
        'Le solde prépayé de {name} est épuisé. Les appels sortants sont bloqués jusqu’à réception d’un paiement, sauf vers les urgences.',
      'limit-suspended':
        'Le compte de {name} a atteint un plafond : {percent} % consommés. Le client est suspendu jusqu’à ce que quelqu’un le réactive ; les urgences restent joignables.',
    },
    reason: 'Un plafond de dépenses a été atteint',
  },
  he: {
    subject: 'החשבון של {name}',
    news: {
      'limit-near': 'החשבון של {name} מתקרב למגבלת ההוצאה: {percent}% נוצלו.',
      'balance-low': 'היתרה המשולמת מראש של {name} נמוכה: נותרו {amount} {currency}.',
      'limit-reached': 'החשבון של {name} הגיע למגבלת ההוצאה: {percent}% נוצלו. השיחות נמשכות.',
      'calls-out-blocked':
        'החשבון של {name} הגיע למגבלת ההוצאה: {percent}% נוצלו. השיחות היוצאות חסומות, למעט מספרי חירום.',
      'balance-spent': 'היתרה המשולמת מראש של {name} נוצלה. השיחות היוצאות חסומות עד שיתקבל תשלום, למעט מספרי חירום.',
      'limit-suspended':
        'החשבון של {name} הגיע למגבלת ההוצאה: {percent}% נוצלו. הלקוח מושעה עד להפעלה מחדש ידנית; אפשר לחייג למספרי חירום.',
    },
    reason: 'הגעה למגבלת ההוצאה',
  },
};

export const limitWords = (language: string): Words => textsIn(LIMIT_WORDS, language);
