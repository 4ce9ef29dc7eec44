import { MultiSelect, type OptionsFilter, Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Choice } from './choices.ts';
import { findChoice, findChoices, labelOf, type RefRow } from './refs.ts';

type Shared = Pick<
  SelectProps,
  | 'label'
  | 'description'
  | 'error'
  | 'required'
  | 'disabled'
  | 'placeholder'
  | 'clearable'
  | 'aria-label'
  | 'size'
  | 'w'
  | 'comboboxProps'
>;

// The server has searched already.
const everything: OptionsFilter = ({ options }) => options;

type RefChoice = Choice & { readonly row: RefRow };

interface Props extends Shared {
  /** `customers`, `callcenters`, `endpoints`, `roles` … */
  readonly resource: string;
  readonly filter?: Readonly<Record<string, string>>;
  /** Leaves some rows out. */
  readonly refine?: (choices: readonly RefChoice[]) => readonly RefChoice[];
  /** Words a row otherwise than by its name. */
  readonly nameOf?: (row: RefRow) => string;
  readonly value: string | null | readonly string[];
  readonly onChange: (value: string | null | string[]) => void;
  readonly many?: boolean;
}

/** Chooses a row of another resource (or several) by its name; searches on the server as one types. */
export function RefSelect({ resource, filter = {}, refine, nameOf, value, onChange, many = false, ...input }: Props) {
  const { t } = useTranslation('common');
  const [search, setSearch] = useState('');
  const [q] = useDebouncedValue(search, 250);
  const toChoice = (row: RefRow): RefChoice => ({
    value: String(row.id),
    label: nameOf ? nameOf(row) : labelOf(resource, row),
    row,
  });
  const chosen: readonly Choice[] = useChosen(resource, value).map(([id, row]) =>
    row ? toChoice(row) : { value: id, label: '…' },
  );
  // A select shows the chosen name in its search box: that is not a search.
  const text = chosen.some((c) => c.label === q) ? '' : q;
  const found = useQuery({
    queryKey: [`/${resource}`, 'choices', text, filter],
    queryFn: ({ signal }) => findChoices(resource, text, filter, signal),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  const choices = (found.data ?? []).map(toChoice);
  const offered: readonly Choice[] = refine ? refine(choices) : choices;
  const missing = chosen.filter((c) => !offered.some((o) => o.value === c.value));
  const data = [...offered, ...missing].map(({ value: v, label }) => ({ value: v, label }));
  const shared = {
    ...input,
    data,
    searchable: true,
    onSearchChange: setSearch,
    filter: everything,
    placeholder: input.placeholder ?? t('form.choose'),
    nothingFoundMessage: found.isError ? t('errors.connection') : t('form.nothingFound'),
  };
  return many ? (
    <MultiSelect {...shared} value={[...((value ?? []) as readonly string[])]} onChange={onChange} />
  ) : (
    <Select {...shared} value={value as string | null} onChange={(v) => onChange(v)} allowDeselect={false} />
  );
}

/** The rows of what is chosen already, whether or not the first choices hold them. */
const useChosen = (resource: string, value: Props['value']): readonly (readonly [string, RefRow | undefined])[] => {
  const ids = value === null ? [] : typeof value === 'string' ? [value] : value;
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: [`/${resource}`, 'choice', id],
      queryFn: ({ signal }: { signal: AbortSignal }) => findChoice(resource, id, signal),
      staleTime: 60_000,
    })),
    combine: (results) => results.map((r, i) => [ids[i] ?? '', r.data] as const),
  });
};
