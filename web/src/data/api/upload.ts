import { urlOf } from './call.ts';
import { ConnectionError, problemOf } from './problem.ts';
import { noteAnswer, noteAway } from './reach.ts';
import { getToken } from './token.ts';

/** Sends a file unchanged and returns the route's response. Rejects with `ProblemError` when the server rejects it. */
export const upload = async <T>(
  path: string,
  query: Readonly<Record<string, unknown>>,
  file: Blob,
  mediaType: string,
): Promise<T> => {
  let response: Response;
  try {
    response = await fetch(urlOf(path, {}, query), {
      method: 'POST',
      headers: {
        'content-type': mediaType,
        'accept-language': document.documentElement.lang || 'en',
        authorization: `Bearer ${getToken() ?? ''}`,
      },
      credentials: 'omit',
      body: file,
    });
  } catch (e) {
    noteAway();
    throw new ConnectionError('Cannot reach the console', { cause: e });
  }
  noteAnswer(response);
  if (!response.ok) throw await problemOf(response, Date.now());
  return await response.json();
};
