import { readSchemaSource } from '../migrate.ts';

/** Returns a checksum that changes with every file that defines the schema. */
export const schemaChecksum = (): string => {
  const { legacy, baseline, migrations } = readSchemaSource();
  return [...legacy, ...(baseline ? [baseline] : []), ...migrations].map((migration) => migration.checksum).join();
};
