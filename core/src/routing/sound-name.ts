// Value of a sound field: a file of the PBX server (`custom/welcome`) or an uploaded sound (`uploaded/<id>`).
const UPLOADED = /^uploaded\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export const uploadedSound = (id: string): string => `uploaded/${id}`;

/** Returns `null` for a file of the PBX server, or without a sound. */
export const uploadedIdOf = (name: string): string | null => UPLOADED.exec(name)?.[1] ?? null;
