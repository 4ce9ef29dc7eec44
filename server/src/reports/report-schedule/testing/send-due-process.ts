// A separate process that sends due reports, to test two processes on one database. It opens the database like a command, because a second
// console would be refused. Prints `ready`, waits for a time (epoch ms) on standard input, sends, and prints the number of schedules sent.
import { createInterface } from 'node:readline';
import { readConfig } from '../../../platform/config/config.ts';
import { openDb } from '../../../platform/db/connect.ts';
import { createCallPrices } from '../../../billing/call-price/call-prices.ts';
import { UNKNOWN_PBX } from '../../../pbx/unknown-pbx.ts';
import { createMailer } from '../../../platform/mail/mailer.ts';
import { sendDue } from '../send-due.ts';

const say = (error: unknown): void => console.error(error);
const config = readConfig(process.env);
const opened = await openDb(config);
const mail = createMailer({ smtpUrl: config.smtpUrl, from: config.smtpFrom }, async () => undefined);
console.log('ready');
for await (const line of createInterface({ input: process.stdin })) {
  const at = Number(line);
  const { db } = opened;
  const prices = createCallPrices({ db, config });
  const turns = await sendDue(
    { db, mail, config, prices, pbx: UNKNOWN_PBX, publicUrl: () => 'http://localhost', now: () => at },
    say,
  );
  console.log(`sent ${turns}`);
  break;
}
mail.close();
await opened.close();
process.exit(0);
