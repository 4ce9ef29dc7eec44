import { CloseButton, MultiSelect, Select, TextInput } from '@mantine/core';
import { ArrowUpDown, Search, Server } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { store } from '../../data/live/live.ts';
import { topic } from '../../data/live/topic.ts';
import { useSlow } from '../../data/live/use-slow.ts';
import { type DashboardSearch, QUEUE_SORTS } from './dashboard-search.ts';
import classes from './QueueToolbar.module.css';
import type { ChangeSearch } from './use-dashboard-search.ts';

interface Props {
  readonly search: DashboardSearch;
  readonly onChange: ChangeSearch;
}

const TYPING_MS = 200;

/** Filters and order of the queues. The address stores them. */
export function QueueToolbar({ search, onChange }: Props) {
  const { t } = useTranslation('dashboard');
  const servers = useSlow(
    [topic.any('servers')],
    500,
    useCallback(
      () =>
        [...store.state.servers.values()]
          .map((s) => ({ value: String(s.id), label: s.name }))
          .sort((a, b) => a.label.localeCompare(b.label)),
      [],
    ),
  );
  return (
    <div className={classes['bar']}>
      <h2 className={classes['title']}>{t('queues.title')}</h2>
      <NameFilter value={search.name ?? ''} onChange={(name) => onChange({ name: name || undefined })} />
      {servers.length > 1 || search.servers ? (
        <MultiSelect
          className={classes['servers']}
          aria-label={t('filters.servers')}
          placeholder={search.servers ? undefined : t('filters.allServers')}
          leftSection={<Server size={16} aria-hidden="true" />}
          data={servers}
          value={(search.servers ?? []).map(String)}
          onChange={(ids) => onChange({ servers: ids.length > 0 ? ids.map(Number) : undefined })}
          clearable
          searchable={servers.length > 8}
          comboboxProps={{ shadow: 'md' }}
        />
      ) : null}
      <Select
        className={classes['sort']}
        aria-label={t('filters.sort')}
        leftSection={<ArrowUpDown size={16} aria-hidden="true" />}
        data={QUEUE_SORTS.map((sort) => ({ value: sort, label: t(`filters.sorts.${sort}`) }))}
        value={search.sort ?? 'name'}
        allowDeselect={false}
        onChange={(sort) => onChange({ sort: QUEUE_SORTS.find((s) => s === sort) })}
        comboboxProps={{ shadow: 'md' }}
      />
    </div>
  );
}

/** Shows typed text at once, and filters when the user pauses typing. */
function NameFilter({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
  const { t } = useTranslation('dashboard');
  const [typed, setTyped] = useState(value);
  const [settled, setSettled] = useState(value);
  // The address changed through a link or the back button.
  if (value !== settled) {
    setSettled(value);
    setTyped(value);
  }
  useEffect(() => {
    if (typed === settled) return;
    const timer = setTimeout(() => {
      setSettled(typed);
      onChange(typed);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, settled, onChange]);
  return (
    <TextInput
      className={classes['name']}
      type="search"
      aria-label={t('filters.name')}
      placeholder={t('filters.name')}
      leftSection={<Search size={16} aria-hidden="true" />}
      rightSection={
        typed ? <CloseButton size="sm" aria-label={t('filters.clearName')} onClick={() => setTyped('')} /> : null
      }
      value={typed}
      onChange={(e) => setTyped(e.currentTarget.value)}
    />
  );
}
