// The console's objects on a PBX server, and what is removed when the server is deleted.
import { z } from 'zod';
import { PBX_DRIVERS } from '../../pbx/options/pbx-drivers.ts';
import { RunProblem } from './provisioning.ts';
import { route } from '../route.ts';

/** The console's objects on a PBX server, shown before it is deleted. */
export const PbxFootprint = z.object({
  /** False: no configuration login was ever set up, so nothing was written. */
  configured: z.boolean(),
  driver: z.enum(PBX_DRIVERS),
  /** Why the PBX server could not be read. `files` are those of the last run, and counts are 0. */
  problem: RunProblem.nullable(),
  /** The console's files with the number of sections in each. */
  files: z.array(z.object({ name: z.string(), sections: z.number().int() })),
  /** Rows in realtime tables. Deleted with the server in any case. */
  rows: z.number().int(),
  /** The console's sounds that the files refer to. */
  sounds: z.number().int(),
  /** Tables of rejected numbers in AstDB. */
  rateTables: z.number().int(),
  /** Sections in the console's files written by others. They are kept. */
  foreign: z.number().int(),
  /** To delete manually on the PBX server: include lines, the configuration login, a database role. */
  lines: z.array(z.object({ file: z.string(), lines: z.array(z.string()) })),
  /** Commands that remove the rest, for a PBX server that is unreachable. */
  commands: z.array(z.string()),
});
export type PbxFootprint = z.infer<typeof PbxFootprint>;

/** Reads the PBX server now and writes nothing. */
export const getProvisioningFootprint = route({
  method: 'GET',
  path: '/endpoints/:id/provisioning/footprint',
  summary: 'List the configuration that the console has on a PBX',
  tag: 'endpoint',
  access: ['delete', 'endpoint'],
  params: z.object({ id: z.coerce.number().int().min(1) }),
  response: PbxFootprint,
  errors: ['not-found'],
});
