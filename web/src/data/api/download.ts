import { fetchFile } from './fetch-file.ts';

/** Fetches a file and saves it under the name that the server sent. */
export const download = async (path: string, query: Readonly<Record<string, unknown>>): Promise<void> => {
  const { name, content } = await fetchFile(path, query);
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};
