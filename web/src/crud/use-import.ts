import type { ImportResult } from '@ringside/core/contract/import.ts';
import type { Route } from '@ringside/core/contract/route.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../api/call.ts';
import { callKey } from '../api/call-key.ts';

const ask = call as unknown as (route: Route, input: unknown) => Promise<ImportResult>;

/** The file is no UTF-8 text: a workbook, or a CSV in the code page of an old system. */
export class NotText extends Error {}

const textOf = async (file: File): Promise<string> => {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (e) {
    throw new NotText('The file is no UTF-8 text', { cause: e });
  }
};

interface Step {
  readonly file: File;
  /** Only says what would happen. */
  readonly dryRun: boolean;
}

/** Sends a file to a resource's import. `columns`: headings that stand for fields beside the fields' own names. */
export const useImport = (route: Route, columns: Readonly<Record<string, string>>) => {
  const client = useQueryClient();
  // The same file written once: a second try after a lost answer finds out how the first one ended.
  const key = useRef<{ file: File; key: string } | null>(null);
  return useMutation({
    mutationFn: async ({ file, dryRun }: Step) => {
      const csv = await textOf(file);
      if (dryRun) return ask(route, { body: { csv, columns, dryRun } });
      if (key.current?.file !== file) key.current = { file, key: callKey() };
      return ask(route, { body: { csv, columns, dryRun }, headers: { 'idempotency-key': key.current.key } });
    },
    onSuccess: ({ created }) =>
      created > 0 ? client.invalidateQueries({ predicate: (q) => q.queryKey[0] !== 'session' }) : undefined,
  });
};
