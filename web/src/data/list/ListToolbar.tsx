import { CloseButton, TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CrudResource } from './crud-resource.ts';
import { FilterInput } from './FilterInput.tsx';
import type { Filter } from './list-filters.ts';
import type { ListSearch } from './list-search.ts';
import classes from './ListToolbar.module.css';
import { MoreFilters } from './MoreFilters.tsx';
import { useResourceText } from './use-resource-text.ts';

interface Props {
  readonly resource: CrudResource;
  readonly filters: readonly Filter[];
  /** Filters inside the "more filters" popover. */
  readonly more: readonly Filter[];
  readonly search: ListSearch;
  readonly onChange: (change: Record<string, string | undefined>) => void;
  /** Tools at the end of the line. */
  readonly tools?: ReactNode;
}

export function ListToolbar({ resource, filters, more, search, onChange, tools }: Props) {
  const texts = useResourceText(resource.name);
  return (
    <div className={classes['toolbar']} role="search">
      <SearchBox value={search.q ?? ''} onChange={(q) => onChange({ q: q || undefined })} />
      {filters.map((filter) => (
        <FilterInput
          key={filter.field}
          filter={filter}
          texts={texts}
          value={search[filter.field] === undefined ? null : String(search[filter.field])}
          onChange={(value) => onChange({ [filter.field]: value })}
        />
      ))}
      {more.length > 0 ? <MoreFilters filters={more} texts={texts} search={search} onChange={onChange} /> : null}
      {tools ? <div className={classes['tools']}>{tools}</div> : null}
    </div>
  );
}

const TYPING_MS = 250;

export function SearchBox({ value, onChange }: { readonly value: string; readonly onChange: (q: string) => void }) {
  const { t } = useTranslation('common');
  const [text, setText] = useState(value);
  const sent = useRef(value);
  // The address may also change through the back button or "clear all".
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
