import { demoQueue, type DemoCustomer } from './demo-customer.ts';

export const CARMEL: DemoCustomer = {
  code: 'carmel',
  name: 'כרמל אלקטרוניקה',
  server: 'Haifa 1',
  timezone: 'Asia/Jerusalem',
  currency: 'ILS',
  language: 'he',
  country: 'IL',
  contactName: 'יעל ברק',
  contactEmail: 'it@carmel-electronics.example',
  phone: '+97248112200',
  noCallWaiting: true,
  pauses: [
    { reason: 'הפסקת צהריים', minutes: [25, 35], paid: false },
    { reason: 'הפסקה', minutes: [5, 12], paid: true },
    { reason: 'הדרכה', minutes: [15, 30], paid: true },
    { reason: 'ישיבת צוות', minutes: [10, 20], paid: true },
  ],
  callcenters: [
    {
      name: 'מוקד ארצי',
      code: 'national',
      slaFormula: 3,
      slaTargetSeconds: 25,
      slaTargetPercent: 80,
      queues: [
        demoQueue('sales', 'מכירות', '+97248112201', 'rrmemory', 58, { talk: 90, patience: 60 }),
        demoQueue('service', 'שירות לקוחות', '+97248112202', 'leastrecent', 60, { talk: 80 }),
        demoQueue('orders', 'מעקב הזמנות', '+97248112203', 'fewestcalls', 34, { talk: 55, wrapup: 5 }),
      ],
      agents: [
        'נועה כהן',
        'איתי לוי',
        'מיכל פרץ',
        'עומר ביטון',
        'שירה אברהם',
        'דניאל מזרחי',
        'תמר גולן',
        'אלכס רוזנברג',
        'ליאור שמש',
        'רותם חדד',
      ],
    },
    {
      name: 'תמיכה ועסקים',
      code: 'support',
      slaFormula: 1,
      slaTargetSeconds: 45,
      slaTargetPercent: 70,
      queues: [
        demoQueue('support', 'תמיכה טכנית', '+97248112204', 'rrmemory', 40, {
          talk: 150,
          patience: 130,
          serviceLevel: 45,
          wrapup: 12,
        }),
        demoQueue('business', 'לקוחות עסקיים', '+97248112205', 'linear', 18, { weight: 5, talk: 110, maxLength: 5 }),
      ],
      agents: ['יונתן אשכנזי', 'הדר סבג', 'סרגיי וולקוב', 'מאיה דיין', "ג'ומאנה ח'ורי", 'גיא אלבז', 'ענבל שחר'],
    },
  ],
  users: [
    { username: 'yael.barak', role: 'customer-admin', firstname: 'יעל', lastname: 'ברק', callcenters: [] },
    { username: 'michal.peretz', role: 'supervisor', firstname: 'מיכל', lastname: 'פרץ', callcenters: ['national'] },
  ],
};
