import { API_BASE } from './call.ts';
import { problemOf } from './problem.ts';
import { getToken } from './token.ts';

/** Saves the matching audit entries as a file. Throws `ProblemError` when the server rejects the request. */
export const downloadAudit = async (query: Readonly<Record<string, string>>): Promise<void> => {
  const response = await fetch(`${API_BASE}/audit/export?${new URLSearchParams(query).toString()}`, {
    headers: { authorization: `Bearer ${getToken() ?? ''}`, 'accept-language': document.documentElement.lang || 'en' },
    credentials: 'omit',
  });
  if (!response.ok) throw await problemOf(response, Date.now());
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'audit.csv';
  link.click();
  URL.revokeObjectURL(url);
};
