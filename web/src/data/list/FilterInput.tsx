import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PlaceSelect } from '../form/FieldInput.tsx';
import type { Filter } from './list-filters.ts';
import { RefSelect } from '../form/RefSelect.tsx';
import type { ResourceText } from './use-resource-text.ts';

interface Props {
  readonly filter: Filter;
  readonly texts: ResourceText;
  readonly value: string | null;
  readonly onChange: (value: string | undefined) => void;
  /** Shows the label above the input. Otherwise it is the placeholder. */
  readonly labelled?: boolean;
}

/** Filters a list by one field. An empty input removes the filter. */
export function FilterInput({ filter, texts, value, onChange, labelled = false }: Props) {
  const { t } = useTranslation('common');
  const label = texts.field(filter.field);
  const named = labelled
    ? // The options open inside the popover, because a click outside the popover would close it.
      { label, placeholder: t('list.all'), w: '100%', comboboxProps: { withinPortal: false } }
    : { 'aria-label': label, placeholder: label, w: { base: '100%', xs: 190 } };
  const set = (next: unknown): void => onChange(typeof next === 'string' && next !== '' ? next : undefined);
  if (filter.kind === 'ref')
    return <RefSelect {...named} clearable resource={filter.resource} value={value} onChange={set} />;
  if (filter.kind === 'country' || filter.kind === 'currency')
    return (
      <PlaceSelect
        kind={filter.kind}
        name={filter.field}
        label={label}
        comboboxProps={{ withinPortal: false }}
        description={undefined}
        required={false}
        error={undefined}
        clearable
        value={value}
        onChange={set}
      />
    );
  const word = filter.word ?? ((choice: string) => texts.option(filter.field, choice));
  const data =
    filter.kind === 'boolean'
      ? [
          { value: 'true', label: t('list.yes') },
          { value: 'false', label: t('list.no') },
        ]
      : filter.options.map((choice) => ({ value: choice, label: word(choice) }));
  return (
    <Select
      {...named}
      data={data}
      clearable
      value={value}
      onChange={set}
      clearButtonProps={{ 'aria-label': t('actions.clear') }}
    />
  );
}
