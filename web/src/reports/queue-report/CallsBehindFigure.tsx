import type { QueueReport } from '@ringside/core/contract/reports/queue-report.ts';
import { REPORT_GROUPS } from '@ringside/core/reports/queue-report.ts';
import { useTranslation } from 'react-i18next';
import { parseDrillDown } from '../drill-down/drill-down-query.ts';
import { CallDrillDown } from '../drill-down/CallDrillDown.tsx';
import { clock } from '../../ui/report/use-change.ts';
import { useGroupName } from './use-group-name.ts';
import { useWords } from './use-words.ts';

interface Props {
  readonly report: QueueReport;
  /** The drill-down as text from the address. */
  readonly behind: string;
  readonly query: { readonly timeZone: string };
  readonly onClose: () => void;
}

/** Calls behind the figure that the address names, with the filters of the report. */
export function CallsBehindFigure({ report, behind, query, onClose }: Props) {
  const { t } = useTranslation('queue-report');
  const { keyName } = useWords();
  const asked = parseDrillDown(behind);
  const group = REPORT_GROUPS.find((one) => one === asked['groupBy']) ?? 'queue';
  const nameOf = useGroupName(group);
  const { key, cell } = asked;
  const bar = asked['waitBar'] ?? asked['talkBar'];
  const bars = asked['waitBar'] === undefined ? report.talks : report.waits;
  const ofBar = (): string => {
    const upTo = bars[Number(bar)]?.upTo ?? null;
    return upTo === null ? t('longerThan', { time: clock(bars.at(-2)?.upTo ?? 0) }) : t('upTo', { time: clock(upTo) });
  };
  const names = [
    ...(key === undefined ? [] : [nameOf(report.data.find((row) => row.key === key) ?? { label: '', key })]),
    ...(cell === undefined ? [] : [keyName('weekday', cell.slice(0, 1)), keyName('hour', cell.slice(2))]),
    ...(bar === undefined ? [] : [ofBar()]),
  ];
  return <CallDrillDown of={names.join(' · ')} asked={{ ...query, ...asked }} onClose={onClose} />;
}
