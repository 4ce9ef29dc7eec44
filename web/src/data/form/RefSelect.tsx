import { textIn } from './value-of.ts';
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

// The server has already filtered the options.
const everything: OptionsFilter = ({ options }) => options;

type RefChoice = Choice & { readonly row: RefRow };

interface Props extends Shared {
  /** Path of the resource: `customers`, `callcenters`, `endpoints`, `roles` … */
  readonly resource: string;
  readonly filter?: Readonly<Record<string, string>>;
  /** Removes choices from the list. */
  readonly refine?: (choices: readonly RefChoice[]) => readonly RefChoice[];
  /** Returns a row's label if it is not the name. */
  readonly nameOf?: (row: RefRow) => string;
  readonly value: string | null | readonly string[];
  readonly onChange: (value: string | null | string[]) => void;
  readonly many?: boolean;
}

/** Selects one or several rows of another resource by name. Searches on the server while the user types. */
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
  // A select shows the chosen name in its search box. That text is not a search.
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
    <Select {...shared} value={textIn(value)} onChange={(v) => onChange(v)} allowDeselect={false} />
  );
}

/** Loads the rows that are already chosen, because the first choices may not include them. */
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
