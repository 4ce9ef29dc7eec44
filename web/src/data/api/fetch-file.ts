import { urlOf } from './call.ts';
import { ConnectionError, problemOf } from './problem.ts';
import { noteAnswer, noteAway } from './reach.ts';
import { getToken } from './token.ts';

interface FetchedFile {
  /** File name that the server sent. */
  readonly name: string;
  readonly content: Blob;
}

/** Loads a file of the API into memory. Throws `ProblemError` when the server rejects it and `ConnectionError` when the network fails. */
export const fetchFile = async (
  path: string,
  query: Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
): Promise<FetchedFile> => {
  let response: Response;
  try {
    response = await fetch(urlOf(path, {}, query), {
      headers: {
        'accept-language': document.documentElement.lang || 'en',
        authorization: `Bearer ${getToken() ?? ''}`,
      },
      credentials: 'omit',
      ...(signal ? { signal } : {}),
    });
  } catch (e) {
    if (signal?.aborted) throw e;
    noteAway();
    throw new ConnectionError('Cannot reach the console', { cause: e });
  }
  noteAnswer(response);
  if (!response.ok) throw await problemOf(response, Date.now());
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'export';
  try {
    return { name, content: await response.blob() };
  } catch (e) {
    throw new ConnectionError('The file was incomplete', { cause: e });
  }
};
