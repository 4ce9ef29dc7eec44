import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useCan } from '../../data/api/use-can.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { Unseen } from '../../calls/gap/Unseen.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { PartBoundary } from '../../ui/page/PartBoundary.tsx';
import report from '../../ui/report/Report.module.css';
import { ReportState } from '../../ui/report/ReportState.tsx';
import { ExportMenu } from '../../data/list/ExportMenu.tsx';
import { FilesContext } from '../../data/list/files-context.ts';
import { ScheduleLink } from '../../data/list/ScheduleLink.tsx';

interface Props<Report> {
  readonly report: 'queues' | 'agents';
  readonly title: string;
  readonly description: string;
  /** Path of the report's API route, also used for exports. */
  readonly path: string;
  readonly narrowed: Readonly<Record<string, unknown>> & { readonly from: string; readonly to: string };
  /** Column headings of an export. */
  readonly headings: readonly string[];
  readonly timeZone: string;
  readonly query: UseQueryResult<Report>;
  readonly failed: string;
  /** Returns the message for a report without data, or null. */
  readonly empty: (report: Report) => ReactNode | null;
  readonly filters: ReactNode;
  /** Buttons next to the export menu. */
  readonly actions?: ReactNode;
  /** A table can offer its own export with `TableFile`. */
  readonly children: (report: Report) => ReactNode;
}

/** Page frame of a report: title, export, filters, data gaps and figures. */
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
            <PartBoundary fallback={<></>}>{props.actions}</PartBoundary>
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
