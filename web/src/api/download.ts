import { urlOf } from './call.ts';
import { ConnectionError, problemOf } from './problem.ts';
import { getToken } from './token.ts';

/** Fetches a file and hands it to the browser to keep, under the name that the server gave it. */
export const download = async (path: string, query: Readonly<Record<string, unknown>>): Promise<void> => {
  let response: Response;
  try {
    response = await fetch(urlOf(path, {}, query), {
      headers: {
        'accept-language': document.documentElement.lang || 'en',
        authorization: `Bearer ${getToken() ?? ''}`,
      },
      credentials: 'omit',
    });
  } catch (e) {
    throw new ConnectionError('The console could not be reached', { cause: e });
  }
  if (!response.ok) throw await problemOf(response, Date.now());
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'export';
  let file: Blob;
  try {
    file = await response.blob();
  } catch (e) {
    throw new ConnectionError('The file was cut short', { cause: e });
  }
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};
