import type { QueueReport } from '@ringside/core/contract/queue-report.ts';
import { useTranslation } from 'react-i18next';
import { HowCounted } from '../../ui/report/HowCounted.tsx';
import { Judged } from './Judged.tsx';

const FIGURES = [
  ...(['received', 'answered', 'answeredPercent', 'unanswered', 'unansweredPercent', 'abandoned'] as const),
  ...(['abandonedShort', 'abandonedLong', 'timedOut', 'leftByKey', 'noAgent', 'full', 'withdrawn'] as const),
  ...(['completed', 'transferred', 'averageWaitSeconds', 'averageAbandonSeconds', 'longestWaitSeconds'] as const),
  ...(['averageTalkSeconds', 'maximumCallers'] as const),
] as const;

/** How every figure of the queue report is made; the service level by the formulas that judged these calls. */
export function HowQueues({ report }: { readonly report: QueueReport }) {
  const { t } = useTranslation('queue-report');
  return (
    <HowCounted
      figures={[
        { name: t('figures.serviceLevel'), how: <Judged report={report} /> },
        ...FIGURES.map((key) => ({ name: t(`figures.${key}`), how: t(`explained.${key}`) })),
      ]}
    />
  );
}
