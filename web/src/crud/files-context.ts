import { createContext } from 'react';

/** Where the report that is shown comes as a file, and what it is narrowed to. */
export interface Files {
  readonly path: string;
  readonly narrowed: Readonly<Record<string, unknown>>;
}

export const FilesContext = createContext<Files | null>(null);
