import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useCan } from '../api/use-can.ts';
import { useErrorText } from '../api/use-error-text.ts';
import { Unseen } from '../gaps/Unseen.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import report from '../ui/report/Report.module.css';
import { ReportState } from '../ui/report/ReportState.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import { FilesContext } from './files-context.ts';
import { ScheduleLink } from './ScheduleLink.tsx';

interface Props<Report> {
  readonly report: 'queues' | 'agents';
  readonly title: string;
  readonly description: string;
  /** Of its route, and of a file. */
  readonly path: string;
  readonly narrowed: Readonly<Record<string, unknown>> & { readonly from: string; readonly to: string };
  /** Of a file: what stands above the columns. */
  readonly headings: readonly string[];
  readonly timeZone: string;
  readonly query: UseQueryResult<Report>;
  readonly failed: string;
  /** What is said instead of a report in which nothing is. */
  readonly empty: (report: Report) => ReactNode | null;
  readonly filters: ReactNode;
  /** Beside its files. */
  readonly actions?: ReactNode;
  /** A table of it offers its own files by `TableFile`. */
  readonly children: (report: Report) => ReactNode;
}

/** A report's page: its name, its files, its filters, what nobody saw, and the figures. */
export function ReportFrame<Report>(props: Props<Report>) {
  const { title, description, path, narrowed, headings, timeZone, query, failed, empty, filters } = props;
  const can = useCan();
  const errorText = useErrorText();
  const files = useMemo(() => ({ path, narrowed }), [path, narrowed]);
  return (
    <>
      <PageHeader
        title={title}
        description={description}
        actions={
          <>
            {props.actions}
            {can('export', 'report') ? (
              <>
                <ScheduleLink report={props.report} narrowed={narrowed} />
                <ExportMenu path={path} query={() => ({ ...narrowed, headings: headings.join('\n') })} title={null} />
              </>
            ) : null}
          </>
        }
      />
      <div className={report['page']} aria-busy={query.isFetching}>
        {filters}
        <Unseen from={narrowed.from} to={narrowed.to} part="queues" timeZone={timeZone}>
          <ReportState query={query} errorText={errorText} failed={failed} empty={empty}>
            {(data) => <FilesContext value={files}>{props.children(data)}</FilesContext>}
          </ReportState>
        </Unseen>
      </div>
    </>
  );
}
