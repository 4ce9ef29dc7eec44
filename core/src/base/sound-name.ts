// What a field that names a sound holds: a file of the PBX (`custom/welcome`), or a sound of the console (`uploaded/<id>`).
const UPLOADED = /^uploaded\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export const uploadedSound = (id: string): string => `uploaded/${id}`;

/** null: a file of the PBX, or none. */
export const uploadedIdOf = (name: string): string | null => UPLOADED.exec(name)?.[1] ?? null;
