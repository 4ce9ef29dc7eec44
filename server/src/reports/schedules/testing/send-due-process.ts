// A process of its own that sends what is due, for the test of two that do so on one database. Says `ready`, waits for a line
// on its standard input (the moment, epoch ms), sends, and says how many turns it sent.
import { createInterface } from 'node:readline';
import { readConfig } from '../../../config.ts';
import { startConsole } from '../../../main.ts';
import { sendDue } from '../send-due.ts';

const running = await startConsole(readConfig(process.env));
console.log('ready');
for await (const line of createInterface({ input: process.stdin })) {
  const at = Number(line);
  const turns = await sendDue({ ...running.deps, now: () => at }, (error) => console.error(error));
  console.log(`sent ${turns}`);
  break;
}
await running.close();
process.exit(0);
