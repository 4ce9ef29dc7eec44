// Prints the schema of this version as sorted lines, from an empty embedded database. `npm run release` records it.
import { openInMemory } from '../connect.ts';
import { migrate } from '../migrate.ts';
import { bareTemplate } from '../template.ts';
import { dumpSchema } from './schema-dump.ts';

const { db } = await openInMemory(await bareTemplate(''));
await migrate(db);
console.log((await dumpSchema(db)).join('\n'));
await db.destroy();
