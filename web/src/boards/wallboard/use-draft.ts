import { wallboards, type Wallboard, type WallPage } from '@ringside/core/contract/boards/wallboard.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemError } from '../../data/api/problem.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { useSave } from '../../data/list/resource-queries.ts';
import { useTell } from '../../ui/use-tell.ts';

interface Fault {
  readonly page: number;
  readonly tile: number;
  readonly message: string;
}

export interface Draft {
  readonly pages: readonly WallPage[];
  readonly dirty: boolean;
  readonly saving: boolean;
  /** Errors from the server, by path. */
  readonly faults: readonly Fault[];
  readonly change: (pages: readonly WallPage[]) => void;
  readonly save: () => Promise<void>;
}

const faultsOf = (error: unknown): Fault[] =>
  error instanceof ProblemError
    ? error.errors.flatMap(({ path, message }) => {
        const [, page, tile] = /^pages\.(\d+)\.tiles\.(\d+)/.exec(path) ?? [];
        return page === undefined ? [] : [{ page: Number(page), tile: Number(tile), message }];
      })
    : [];

/** Holds the edited pages until they are saved. */
export const useDraft = (row: Wallboard): Draft => {
  const { t } = useTranslation('common');
  const [changed, setChanged] = useState<readonly WallPage[] | null>(null);
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const save = useSave(wallboards, row);
  const tell = useTell();
  const errorText = useErrorText();
  return {
    pages: changed ?? row.pages,
    dirty: changed !== null,
    saving: save.isPending,
    faults,
    change: (pages) => {
      setFaults([]);
      setChanged(pages);
    },
    save: async () => {
      try {
        await save.mutateAsync({ pages: changed ?? row.pages });
        setChanged(null);
        setFaults([]);
        tell.done(t('form.saved'));
      } catch (error) {
        setFaults(faultsOf(error));
        tell.failed(errorText(error));
      }
    },
  };
};
