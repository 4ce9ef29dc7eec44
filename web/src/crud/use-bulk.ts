import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../api/call.ts';
import { ProblemError } from '../api/problem.ts';
import { useErrorText } from '../api/use-error-text.ts';
import { useTell } from '../ui/use-tell.ts';
import { useFormat } from '../ui/use-format.ts';
import { type AnyRow, type CrudResource, type RowId, titleOf } from './crud-resource.ts';

const ask = call as unknown as <T>(route: unknown, input: unknown) => Promise<T>;

export interface Refused {
  readonly id: RowId;
  readonly name: string;
  readonly reason: string;
}

/**
 * The same change to several rows (null: delete), one after the other: each is guarded by its version, judged and audited as
 * if it stood alone, and what is refused does not hold up the rest.
 */
export const useBulk = (resource: CrudResource) => {
  const { t } = useTranslation('common');
  const { number } = useFormat();
  const client = useQueryClient();
  const errorText = useErrorText();
  const tell = useTell();
  const [state, setState] = useState<{ busy: boolean; done: number; refused: readonly Refused[] }>({
    busy: false,
    done: 0,
    refused: [],
  });
  const reasonOf = (error: unknown): string => {
    const worded = error instanceof ProblemError ? error.errors.map((e) => e.message).filter(Boolean) : [];
    return worded.length > 0 ? worded.join(' · ') : errorText(error);
  };
  const one = async (row: AnyRow, change: Record<string, unknown> | null): Promise<void> => {
    const input = { params: { id: row.id }, headers: { 'if-match': `"${row.version}"` } };
    if (change === null) await ask(resource.routes.remove, input);
    else await ask(resource.routes.update, { ...input, body: change });
  };
  const run = async (
    rows: readonly (AnyRow & Readonly<Record<string, unknown>>)[],
    change: Record<string, unknown> | null,
  ): Promise<readonly Refused[]> => {
    const refused: Refused[] = [];
    setState({ busy: true, done: 0, refused: [] });
    for (const [index, row] of rows.entries()) {
      try {
        await one(row, change);
      } catch (error) {
        refused.push({ id: row.id, name: titleOf(resource, row), reason: reasonOf(error) });
      }
      setState({ busy: true, done: index + 1, refused: [] });
    }
    setState({ busy: false, done: 0, refused });
    const count = rows.length - refused.length;
    if (count > 0) tell.done(t(change === null ? 'bulk.deleted' : 'bulk.changed', { count, shown: number(count) }));
    await client.invalidateQueries({ predicate: (q) => q.queryKey[0] !== 'session' });
    return refused;
  };
  return { ...state, run, forget: () => setState({ busy: false, done: 0, refused: [] }) };
};
