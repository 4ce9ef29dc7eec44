import type { AuditEntry } from '@ringside/core/contract/audit.ts';
import { useTranslation } from 'react-i18next';
import { Num } from '../../ui/Num.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { ActionBadge } from './ActionBadge.tsx';
import classes from './Entry.module.css';

const textOf = (value: unknown): string =>
  value === undefined || value === null || value === ''
    ? '–'
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);

/** One entry whole: who, from where, and each field as it was and as it is. */
export function Entry({ entry }: { readonly entry: AuditEntry }) {
  const { t } = useTranslation('audit');
  const format = useFormat();
  const fields = [...new Set([...Object.keys(entry.before ?? {}), ...Object.keys(entry.after ?? {})])];
  const facts: readonly (readonly [string, string])[] = [
    [t('fields.at'), format.dateTime(entry.at)],
    [t('fields.username'), entry.username],
    ...(entry.actedBy === null ? [] : ([[t('actedBy'), entry.actedBy]] as const)),
    [t('fields.resourceName'), entry.resourceName || '–'],
    [t('fields.ip'), entry.ip || '–'],
    [t('browser'), entry.userAgent || '–'],
    [t('place'), `${entry.seq} · ${entry.hash.slice(0, 16)}…`],
  ];
  return (
    <div className={classes['entry']}>
      <ActionBadge action={entry.action} />
      <dl className={classes['facts']}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {fields.length === 0 ? null : (
        // oxlint-disable-next-line no-noninteractive-tabindex -- a wide table is scrolled by keys
        <div className={classes['scroll']} tabIndex={0} role="region" aria-label={t('changes')}>
          <table className={classes['table']}>
            <thead>
              <tr>
                <th scope="col">{t('field')}</th>
                <th scope="col">{t('before')}</th>
                <th scope="col">{t('after')}</th>
              </tr>
            </thead>
            <tbody>
              {fields.map((field) => (
                <tr key={field}>
                  <th scope="row">
                    <Num>{field}</Num>
                  </th>
                  <td className={classes['was'] ?? ''}>
                    <bdi>{textOf(entry.before?.[field])}</bdi>
                  </td>
                  <td className={classes['is'] ?? ''}>
                    <bdi>{textOf(entry.after?.[field])}</bdi>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}
