import { Menu, Table, Text, VisuallyHidden } from '@mantine/core';
import type { Plan } from '@ringside/core/contract/billing/plan.ts';
import type { Rate } from '@ringside/core/contract/billing/rates.ts';
import { CalendarX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../../data/base/clock.ts';
import { useCan } from '../../data/api/use-can.ts';
import { EditItem } from '../../data/form/EditItem.tsx';
import { RowMenu } from '../../data/list/RowMenu.tsx';
import { useFormat } from '../../ui/use-format.ts';
import classes from './Plans.module.css';
import { useMoney } from '../../ui/use-money.ts';

/** Start of rates without a start date. */
const ALWAYS = '1970-01-01T00:00:00.000Z';

interface Props {
  readonly plan: Plan;
  readonly rates: readonly Rate[];
  readonly onDo: (what: 'edit' | 'end', rate: Rate) => void;
}

export function RateRows({ plan, rates, onDo }: Props) {
  const { t } = useTranslation(['plan', 'common']);
  const format = useFormat();
  const money = useMoney(plan.currency);
  const can = useCan();
  const now = serverNow();
  const isPast = (rate: Rate): boolean => rate.effectiveUntil !== null && Date.parse(rate.effectiveUntil) <= now;
  return (
    <div className={classes['scroll']} tabIndex={0} role="region" aria-label={t('rates.title')}>
      <Table mt="sm" aria-label={t('rates.title')} className={classes['rates']}>
        <Head />
        <Table.Tbody>
          {rates.map((rate) => (
            <Table.Tr key={rate.id} data-past={isPast(rate) || undefined}>
              <Table.Td>
                <bdi dir="ltr">{rate.prefix}</bdi>
              </Table.Td>
              <Table.Td>
                <bdi>{rate.destinationName}</bdi>
                {rate.timing === 'any' ? null : (
                  <Text component="span" size="xs" className={classes['tag'] ?? ''}>
                    {t(`rates.timings.${rate.timing}`)}
                  </Text>
                )}
              </Table.Td>
              <Table.Td className={classes['amount']}>
                {rate.blocked ? t('status.blocked') : money(rate.ratePerMinute)}
              </Table.Td>
              <Table.Td className={classes['amount']}>{money(rate.connectFee)}</Table.Td>
              <Table.Td>
                <bdi dir="ltr">
                  {rate.initialSeconds}/{rate.incrementSeconds}
                </bdi>
              </Table.Td>
              <Table.Td>
                {rate.effectiveFrom === ALWAYS ? t('rates.always') : format.dateTime(rate.effectiveFrom)}
                {rate.effectiveUntil === null ? null : (
                  <div className={classes['dim']}>
                    {isPast(rate) ? t('rates.past') : `${t('rates.until')} ${format.dateTime(rate.effectiveUntil)}`}
                  </div>
                )}
              </Table.Td>
              {can('update', 'plan') ? (
                <Table.Td className={classes['menu']}>
                  {isPast(rate) && plan.status !== 'draft' ? null : (
                    <RowMenu name={rate.prefix}>
                      <EditItem onClick={() => onDo('edit', rate)} />
                      <Menu.Item
                        color="red"
                        leftSection={<CalendarX size={16} aria-hidden="true" />}
                        onClick={() => onDo('end', rate)}
                      >
                        {t('rates.endNow')}
                      </Menu.Item>
                    </RowMenu>
                  )}
                </Table.Td>
              ) : null}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Head() {
  const { t } = useTranslation(['plan', 'common']);
  const can = useCan();
  return (
    <Table.Thead>
      <Table.Tr>
        <Table.Th>{t('rates.prefix')}</Table.Th>
        <Table.Th>{t('rates.destination')}</Table.Th>
        <Table.Th className={classes['amount']}>{t('rates.perMinute')}</Table.Th>
        <Table.Th className={classes['amount']}>{t('rates.connectFee')}</Table.Th>
        <Table.Th>{t('rates.blocks')}</Table.Th>
        <Table.Th>{t('rates.from')}</Table.Th>
        {can('update', 'plan') ? (
          <Table.Th>
            <VisuallyHidden>{t('common:list.actions')}</VisuallyHidden>
          </Table.Th>
        ) : null}
      </Table.Tr>
    </Table.Thead>
  );
}
