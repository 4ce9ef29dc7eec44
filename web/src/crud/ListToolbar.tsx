import { CloseButton, Select, TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CrudResource } from './crud-resource.ts';
import type { ListSearch } from './list-search.ts';
import classes from './ListToolbar.module.css';
import { RefSelect } from './RefSelect.tsx';
import { useResourceText } from './use-resource-text.ts';

export type Filter =
  | { readonly field: string; readonly kind: 'select'; readonly options: readonly string[] }
  | { readonly field: string; readonly kind: 'ref'; readonly resource: string };

interface Props {
  readonly resource: CrudResource;
  readonly filters: readonly Filter[];
  readonly search: ListSearch;
  readonly onChange: (change: Record<string, string | undefined>) => void;
  /** At the end of the line. */
  readonly tools?: ReactNode;
}

export function ListToolbar({ resource, filters, search, onChange, tools }: Props) {
  const { t } = useTranslation('common');
  const texts = useResourceText(resource.name);
  return (
    <div className={classes['toolbar']} role="search">
      <SearchBox value={search.q ?? ''} onChange={(q) => onChange({ q: q || undefined })} />
      {filters.map((filter) => {
        const shared = {
          'aria-label': texts.field(filter.field),
          placeholder: texts.field(filter.field),
          clearable: true,
          w: { base: '100%', xs: 190 },
        };
        const value = search[filter.field];
        const set = (v: unknown): void => onChange({ [filter.field]: typeof v === 'string' ? v : undefined });
        return filter.kind === 'ref' ? (
          <RefSelect
            key={filter.field}
            {...shared}
            resource={filter.resource}
            value={value === undefined ? null : String(value)}
            onChange={set}
          />
        ) : (
          <Select
            key={filter.field}
            {...shared}
            data={filter.options.map((o) => ({ value: o, label: texts.option(filter.field, o) }))}
            value={value === undefined ? null : String(value)}
            onChange={set}
            clearButtonProps={{ 'aria-label': t('actions.clear') }}
          />
        );
      })}
      {tools ? <div className={classes['tools']}>{tools}</div> : null}
    </div>
  );
}

const TYPING_MS = 250;

export function SearchBox({ value, onChange }: { readonly value: string; readonly onChange: (q: string) => void }) {
  const { t } = useTranslation('common');
  const [text, setText] = useState(value);
  const sent = useRef(value);
  // The address may change by other means: the back button, "clear all".
  if (value !== sent.current) {
    sent.current = value;
    setText(value);
  }
  useEffect(() => {
    if (text.trim() === sent.current) return undefined;
    const timer = setTimeout(() => {
      sent.current = text.trim();
      onChange(text.trim());
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, onChange]);
  return (
    <TextInput
      type="search"
      className={classes['search'] ?? ''}
      aria-label={t('list.search')}
      placeholder={t('list.search')}
      leftSection={<Search size={16} aria-hidden="true" />}
      rightSection={text ? <CloseButton size="sm" aria-label={t('actions.clear')} onClick={() => setText('')} /> : null}
      value={text}
      onChange={(e) => setText(e.currentTarget.value)}
    />
  );
}
