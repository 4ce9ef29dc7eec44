import { Button } from '@mantine/core';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { store } from '../../data/live/live.ts';
import { topic } from '../../data/live/topic.ts';
import { useSlow } from '../../data/live/use-slow.ts';
import { ServerCard } from './ServerCard.tsx';
import classes from './ServersStrip.module.css';

const FOLDED = 4;

/** The PBX servers, those with problems first. Long lists are collapsed until expanded. */
export function ServersStrip({ only }: { readonly only: readonly number[] | undefined }) {
  const { t } = useTranslation('dashboard');
  const [all, setAll] = useState(false);
  const servers = useSlow(
    [topic.any('servers')],
    500,
    useCallback(
      () =>
        [...store.state.servers.values()]
          .filter((s) => !only || only.includes(s.id))
          .sort((a, b) => Number(a.connected) - Number(b.connected) || a.name.localeCompare(b.name) || a.id - b.id)
          .map((s) => String(s.id)),
      [only],
    ),
  );
  if (servers.length === 0) return null;
  const shown = all ? servers : servers.slice(0, FOLDED);
  return (
    <section aria-labelledby="servers-title">
      <div className={classes['head']}>
        <h2 id="servers-title" className={classes['title']}>
          {t('servers.title')}
        </h2>
        {servers.length > FOLDED ? (
          <Button variant="subtle" size="compact-xs" onClick={() => setAll(!all)} aria-expanded={all}>
            {all ? t('servers.fewer') : t('servers.all', { count: servers.length })}
          </Button>
        ) : null}
      </div>
      <ul className={classes['strip']}>
        {shown.map((server) => (
          <ServerCard key={server} server={server} />
        ))}
      </ul>
    </section>
  );
}
