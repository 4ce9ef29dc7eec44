import { createContext } from 'react';

/** Path and filters with which the current report can be exported. */
interface Files {
  readonly path: string;
  readonly narrowed: Readonly<Record<string, unknown>>;
}

export const FilesContext = createContext<Files | null>(null);
