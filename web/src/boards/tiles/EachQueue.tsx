import { Table } from '@mantine/core';
import type { BoardQueue } from '@ringside/core/contract/boards/wallboard.ts';
import type { CallOrder, CallSet } from '@ringside/core/reports/call-sets.ts';
import type { WallFigure } from '@ringside/core/boards/wall-figures.ts';
import { useState } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../../data/base/clock.ts';
import { TodayCount } from '../../reports/drill-down/TodayCount.tsx';
import { store } from '../../data/live/live.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Num } from '../../ui/Num.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { figureText } from './figure-text.ts';
import { keyOf, valuesOf } from './wall-values.ts';

interface Props {
  readonly figure: WallFigure;
  readonly queues: readonly BoardQueue[];
  readonly set: CallSet;
  readonly order: CallOrder;
  /** Whether the figure is a count. A count of zero has no drill-down. */
  readonly counted: boolean;
  readonly className: string | undefined;
  readonly style: CSSProperties;
  readonly children: ReactNode;
}

/** Figure of several queues: opens a list with the figure of each queue and a link to its calls. */
export function EachQueue({ figure, queues, set, order, counted, className, style, children }: Props) {
  const { t } = useTranslation('wallboard');
  const format = useFormat();
  const [opened, setOpened] = useState(false);
  const text = (of: readonly BoardQueue[]) => figureText(figure, valuesOf(store, of, serverNow())[figure], format);
  return (
    <>
      <button type="button" className={className} style={style} onClick={() => setOpened(true)}>
        {children}
      </button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={t(`figures.${figure}`)}>
        {opened ? (
          <Table aria-label={t('byQueue')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('byQueue')}</Table.Th>
                <Table.Th ta="end">{t(`figures.${figure}`)}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {queues.map((queue) => {
                const row = store.row('queues', keyOf(queue));
                const value = valuesOf(store, [queue], serverNow())[figure];
                const shown = <Num>{text([queue])}</Num>;
                return (
                  <Table.Tr key={queue.id}>
                    <Table.Th scope="row" fw={400}>
                      <bdi>{queue.label}</bdi>
                    </Table.Th>
                    <Table.Td ta="end">
                      {row === undefined || value === null ? (
                        shown
                      ) : (
                        <TodayCount
                          {...{ row, label: queue.label, set }}
                          {...(order === 'at' ? {} : { order })}
                          none={counted && value === 0}
                        >
                          {shown}
                        </TodayCount>
                      )}
                    </Table.Td>
                  </Table.Tr>
                );
              })}
            </Table.Tbody>
            <Table.Tfoot>
              <Table.Tr>
                <Table.Th scope="row">{t('allQueues')}</Table.Th>
                <Table.Th ta="end">
                  <Num>{text(queues)}</Num>
                </Table.Th>
              </Table.Tr>
            </Table.Tfoot>
          </Table>
        ) : null}
      </Dialog>
    </>
  );
}
