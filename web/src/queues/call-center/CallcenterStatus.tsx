import type { Callcenter } from '@ringside/core/contract/queues/call-center.ts';
import { CircleCheck, CirclePause } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../ui/StatusBadge.tsx';

export function CallcenterStatus({ status }: { readonly status: Callcenter['status'] }) {
  const { t } = useTranslation('callcenter');
  return (
    <StatusBadge tone={status === 'active' ? 'ok' : 'hold'} icon={status === 'active' ? CircleCheck : CirclePause}>
      {t(`options.status.${status}`)}
    </StatusBadge>
  );
}
