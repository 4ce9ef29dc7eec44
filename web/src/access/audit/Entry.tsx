import type { AuditEntry } from '@ringside/core/contract/access/audit.ts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/use-format.ts';
import { ActionBadge } from './ActionBadge.tsx';
import classes from './Entry.module.css';
import { isEmpty } from './field-places.ts';
import { Told } from './Told.tsx';
import { useEntryWords } from './use-entry-words.ts';

const currencyOf = ({ before, after }: AuditEntry): string | undefined => {
  const said = after?.['currency'] ?? before?.['currency'];
  return typeof said === 'string' && /^[A-Z]{3}$/.test(said) ? said : undefined;
};

/** Details of one entry: user, address, and each field before and after. */
export function Entry({ entry }: { readonly entry: AuditEntry }) {
  const { t } = useTranslation('audit');
  const format = useFormat();
  const words = useEntryWords(entry.resource, currencyOf(entry));
  // Shows fields with a value before or after. This includes fields that became empty.
  const fields = [...new Set([...Object.keys(entry.before ?? {}), ...Object.keys(entry.after ?? {})])].filter(
    (field) => !isEmpty(entry.before?.[field]) || !isEmpty(entry.after?.[field]),
  );
  const sides = [
    ...(entry.before === null
      ? []
      : [{ side: 'before', head: t(entry.after === null ? 'withdrawn' : 'before') } as const]),
    ...(entry.after === null ? [] : [{ side: 'after', head: t(entry.before === null ? 'given' : 'after') } as const]),
  ];
  const isBoth = sides.length > 1;
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
                {sides.map(({ side, head }) => (
                  <th key={side} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {fields.map((field) => (
                <tr key={field}>
                  <th scope="row" title={field}>
                    {words.label(field)}
                  </th>
                  {sides.map(({ side }) => (
                    <td key={side} className={isBoth && !isEmpty(entry[side]?.[field]) ? classes[side] : undefined}>
                      <Told field={field} value={entry[side]?.[field]} words={words} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}
