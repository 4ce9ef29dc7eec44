/**
 * How a PBX is configured. `files`: over AMI, in files that its own include. `database`: its phones and queues in tables of the
 * console's PostgreSQL that Asterisk reads; trunks and dialplan in files all the same.
 */
export const PBX_DRIVERS = ['files', 'database'] as const;
export type PbxDriver = (typeof PBX_DRIVERS)[number];
