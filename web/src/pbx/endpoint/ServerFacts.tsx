import type { Endpoint } from '@ringside/core/contract/pbx/endpoint.ts';
import { CAPABILITY_NAMES, CLOCK_OFF_MS } from '@ringside/core/live/pbx-vitals.ts';
import { CircleCheck, CircleSlash } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Num } from '../../ui/Num.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useFormat } from '../../ui/use-format.ts';
import facts from '../../ui/Facts.module.css';
import classes from './ServerFacts.module.css';

/** Facts that a PBX reports about itself, read-only. */
export function ServerFacts({ endpoint }: { readonly endpoint: Endpoint }) {
  const { t } = useTranslation('endpoint');
  const format = useFormat();
  const { asteriskVersion, systemName, entityId, startedAt, reloadedAt, lagMs, reconnects, capabilities } = endpoint;
  if (asteriskVersion === null) return null;
  // Times in the PBX's own time zone, unconverted.
  const moment = (at: string | null): string => at?.replace('T', ' ') ?? '–';
  return (
    <div className={classes['told']}>
      <Panel title={t('facts.title')}>
        <dl className={facts['facts']}>
          <Fact name={t('fields.asteriskVersion')}>
            <bdi dir="ltr">{asteriskVersion}</bdi>
          </Fact>
          <Fact name={t('fields.systemName')}>
            <bdi>{systemName || t('facts.unnamed')}</bdi>
          </Fact>
          <Fact name={t('fields.entityId')}>
            <Num>{entityId ?? '–'}</Num>
          </Fact>
          <Fact name={t('fields.startedAt')}>
            <Num>{moment(startedAt)}</Num>
          </Fact>
          <Fact name={t('fields.reloadedAt')}>
            <Num>{moment(reloadedAt)}</Num>
          </Fact>
          <Fact name={t('facts.clock')}>
            <Clock skewMs={endpoint.clockSkewMs} />
          </Fact>
          <Fact name={t('facts.lag')}>{lagMs === null ? '–' : t('facts.ms', { ms: format.number(lagMs) })}</Fact>
          <Fact name={t('fields.reconnects')}>
            <Num>{reconnects === null ? '–' : format.number(reconnects)}</Num>
          </Fact>
          <Fact name={t('facts.capabilities')} wide>
            {capabilities === null ? (
              t('facts.untold')
            ) : (
              <span className={classes['marks']}>
                {CAPABILITY_NAMES.map((each) => {
                  const isThere = capabilities.includes(each);
                  const word = t(`capabilities.${each}`);
                  return (
                    <StatusBadge key={each} tone={isThere ? 'ok' : 'warn'} icon={isThere ? CircleCheck : CircleSlash}>
                      {isThere ? word : t('facts.cannot', { what: word })}
                    </StatusBadge>
                  );
                })}
              </span>
            )}
          </Fact>
          <Fact name={t('facts.modules')} wide>
            <Modules modules={endpoint.modules} />
          </Fact>
        </dl>
      </Panel>
    </div>
  );
}

function Fact({
  name,
  wide,
  children,
}: {
  readonly name: string;
  readonly wide?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div data-wide={wide || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Clock({ skewMs }: { readonly skewMs: number | null }) {
  const { t } = useTranslation('endpoint');
  const format = useFormat();
  if (skewMs === null) return <>–</>;
  const seconds = format.number(Math.round(Math.abs(skewMs) / 100) / 10);
  if (Math.abs(skewMs) < 500) return <>{t('facts.inStep')}</>;
  return (
    <span data-off={Math.abs(skewMs) > CLOCK_OFF_MS || undefined}>
      {skewMs > 0 ? t('facts.ahead', { seconds }) : t('facts.behind', { seconds })}
    </span>
  );
}

function Modules({ modules }: { readonly modules: Endpoint['modules'] }) {
  const { t } = useTranslation('endpoint');
  const format = useFormat();
  if (modules === null) return <>{t('facts.modulesUntold')}</>;
  const names = Object.keys(modules);
  const missing = names.filter((name) => modules[name] !== true);
  const loaded = t('facts.loaded', {
    loaded: format.number(names.length - missing.length),
    all: format.number(names.length),
  });
  return (
    <>
      {loaded}
      {missing.length === 0 ? null : (
        <>
          {' · '}
          {t('facts.missing')} <bdi dir="ltr">{missing.join(', ')}</bdi>
        </>
      )}
    </>
  );
}
