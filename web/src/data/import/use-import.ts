import type { ImportResult } from '@ringside/core/contract/import.ts';
import type { Route } from '@ringside/core/contract/route.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ask } from '../api/call.ts';
import { callKey } from '../api/call-key.ts';

/** The file is not UTF-8 text, such as a workbook or a CSV in an old code page. */
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
  /** Validates without writing. */
  readonly dryRun: boolean;
}

/** Sends a file to a resource's import. `columns`: column headings that map to fields, in addition to the field names. */
export const useImport = (route: Route, columns: Readonly<Record<string, string>>) => {
  const client = useQueryClient();
  // Reuses the idempotency key for the same file: a retry after a lost response returns the result of the first attempt.
  const key = useRef<{ file: File; key: string } | null>(null);
  return useMutation({
    mutationFn: async ({ file, dryRun }: Step) => {
      const csv = await textOf(file);
      if (dryRun) return ask<ImportResult>(route, { body: { csv, columns, dryRun } });
      if (key.current?.file !== file) key.current = { file, key: callKey() };
      return ask<ImportResult>(route, {
        body: { csv, columns, dryRun },
        headers: { 'idempotency-key': key.current.key },
      });
    },
    onSuccess: ({ created }) =>
      created > 0 ? client.invalidateQueries({ predicate: (q) => q.queryKey[0] !== 'session' }) : undefined,
  });
};
