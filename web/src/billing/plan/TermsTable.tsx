import { Table, Text } from '@mantine/core';
import { type PlanTerms, TERM_FIELDS } from '@ringside/core/contract/billing/plan-terms.ts';
import { type PlanVersion } from '@ringside/core/contract/billing/plan.ts';
import { useTranslation } from 'react-i18next';
import classes from './Plans.module.css';
import { differingTerms } from './terms-form.ts';
import { useTermWords } from './use-term-words.ts';

interface Props {
  readonly version: PlanVersion;
  readonly current: PlanVersion | undefined;
  readonly currency: string;
}

/** All terms of the current version. For other versions, only the differences from the current one. */
export function TermsTable({ version, current, currency }: Props) {
  const { t } = useTranslation('plan');
  const words = useTermWords(currency);
  const against = current === undefined || current.number === version.number ? null : current;
  const fields = against === null ? TERM_FIELDS : differingTerms(TERM_FIELDS, against.terms, version.terms);
  if (fields.length === 0) return <Text c="dimmed">{t('versions.same')}</Text>;
  const cell = (field: keyof PlanTerms, terms: PlanTerms) => (
    <Table.Td className={classes['term']}>
      {words(field, terms).map((line) => (
        <div key={line}>
          <bdi>{line}</bdi>
        </div>
      ))}
    </Table.Td>
  );
  return (
    <div className={classes['scroll']} tabIndex={0} role="region" aria-label={t('terms.look')}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('versions.term')}</Table.Th>
            {against === null ? null : <Table.Th>{t('versions.current')}</Table.Th>}
            <Table.Th>{t('versions.this', { number: version.number })}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {fields.map((field) => (
            <Table.Tr key={field}>
              <Table.Th scope="row">{t(`fields.${field}`)}</Table.Th>
              {against === null ? null : cell(field, against.terms)}
              {cell(field, version.terms)}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
