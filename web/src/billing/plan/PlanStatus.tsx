import type { Plan } from '@ringside/core/contract/billing/plan.ts';
import { Archive, CircleCheck, PencilLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../ui/StatusBadge.tsx';

const LOOKS = {
  draft: { tone: 'hold', icon: PencilLine },
  active: { tone: 'ok', icon: CircleCheck },
  retired: { tone: 'idle', icon: Archive },
} as const;

export function PlanStatus({ status }: { readonly status: Plan['status'] }) {
  const { t } = useTranslation('plan');
  const { tone, icon } = LOOKS[status];
  return (
    <StatusBadge tone={tone} icon={icon}>
      {t(`options.status.${status}`)}
    </StatusBadge>
  );
}
