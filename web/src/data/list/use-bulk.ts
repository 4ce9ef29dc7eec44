import { keyed } from '../../locales/keyed.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ask } from '../api/call.ts';
import { ProblemError } from '../api/problem.ts';
import { useErrorText } from '../api/use-error-text.ts';
import { useTell } from '../../ui/use-tell.ts';
import { useFormat } from '../../ui/use-format.ts';
import { type AnyRow, type CrudResource, type RowId, titleOf } from './crud-resource.ts';

type Row = AnyRow & Readonly<Record<string, unknown>>;

export interface Refused {
  readonly id: RowId;
  readonly name: string;
  readonly reason: string;
}

interface Answer {
  readonly changed: number;
  readonly refused: readonly {
    readonly id: RowId;
    readonly code: string;
    readonly errors: readonly { readonly message: string }[];
  }[];
}

/** Rows per request, so that the progress bar moves. */
const AT_ONCE = 100;

/**
 * Applies one change to several rows (`null`: delete). Each row is checked for its version, validated and audited on its own, and a
 * refused row does not stop the others. Changes go in one request, deletions one by one.
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
  const refusal = (row: Row, reason: string): Refused => ({ id: row.id, name: titleOf(resource, row), reason });
  const removeOne = async (row: Row): Promise<readonly Refused[]> => {
    try {
      await ask(resource.routes.remove, { params: { id: row.id }, headers: { 'if-match': `"${row.version}"` } });
      return [];
    } catch (error) {
      return [refusal(row, reasonOf(error))];
    }
  };
  const changeSome = async (rows: readonly Row[], change: Record<string, unknown>): Promise<readonly Refused[]> => {
    try {
      const body = { rows: rows.map(({ id, version }) => ({ id, version })), change };
      const { bulk } = resource.routes;
      if (bulk === undefined) throw new Error(`${resource.name} has no bulk changes`);
      const { refused } = await ask<Answer>(bulk, { body });
      return refused.flatMap(({ id, code, errors }) => {
        const row = rows.find((each) => each.id === id);
        const said = errors.map((e) => e.message).filter(Boolean);
        const reason = said.length > 0 ? said.join(' · ') : keyed(t)(`errors.${code}`);
        return row === undefined ? [] : [refusal(row, reason)];
      });
    } catch (error) {
      return rows.map((row) => refusal(row, reasonOf(error)));
    }
  };
  const run = async (rows: readonly Row[], change: Record<string, unknown> | null): Promise<readonly Refused[]> => {
    const refused: Refused[] = [];
    setState({ busy: true, done: 0, refused: [] });
    const step = change === null ? 1 : AT_ONCE;
    for (let at = 0; at < rows.length; at += step) {
      const some = rows.slice(at, at + step);
      refused.push(...(change === null ? await removeOne(some[0] as Row) : await changeSome(some, change)));
      setState({ busy: true, done: at + some.length, refused: [] });
    }
    setState({ busy: false, done: 0, refused });
    const count = rows.length - refused.length;
    if (count > 0) tell.done(t(change === null ? 'bulk.deleted' : 'bulk.changed', { count, shown: number(count) }));
    await client.invalidateQueries({ predicate: (q) => q.queryKey[0] !== 'session' });
    return refused;
  };
  return { ...state, run, forget: () => setState({ busy: false, done: 0, refused: [] }) };
};
