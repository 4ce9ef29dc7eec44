import {
  type AgentTimelineAnswer,
  getAgentTimeline,
  type LineTable,
} from '@ringside/core/contract/reports/agent-report.ts';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../data/api/use-can.ts';
import { ExportMenu } from '../../data/list/ExportMenu.tsx';

interface Props {
  readonly line: AgentTimelineAnswer;
  readonly query: Readonly<Record<string, string>>;
  readonly table: LineTable;
  readonly name: string;
}

/** Exports a table of the timeline as a file. */
export function LineFile({ line, query, table: asked, name }: Props) {
  const { t } = useTranslation(['agent-report', 'report', 'cdr']);
  const can = useCan();
  if (!can('export', 'report')) return null;
  const [from, to, mended] = [t('begin'), t('end'), t('mended')];
  const headings = {
    states: [from, to, t('report:behind.what'), t('reason'), t('duration')],
    sessions: [from, to, t('duration'), t('queues'), mended],
    pauses: [from, to, t('duration'), t('reason'), mended],
    calls: [
      ...[from, to, t('caller'), t('cdr:exported.sourceName'), t('groups.queue'), t('missedCall'), t('rang')],
      ...[t('figures.talkSeconds'), mended],
    ],
  }[asked];
  return (
    <ExportMenu
      path={getAgentTimeline.path}
      query={() => ({
        ...query,
        ...{ serverId: line.serverId, interface: line.interface, timeZone: line.timeZone },
        ...{ table: asked, headings: headings.join('\n') },
      })}
      of={name}
      title={`${line.name} · ${name}`}
    />
  );
}
