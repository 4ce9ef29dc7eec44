/**
 * How a PBX server is configured. `files`: over AMI, in files included by its own files. `database`: phones and queues in tables of the
 * console's PostgreSQL that Asterisk reads. Trunks and dialplan are files in both cases.
 */
export const PBX_DRIVERS = ['files', 'database'] as const;
export type PbxDriver = (typeof PBX_DRIVERS)[number];
