import type { Customer } from '@ringside/core/contract/customers/customer.ts';
import { CircleCheck, CircleDashed, CirclePause, CircleX, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { StatusBadge, type Tone } from '../../ui/StatusBadge.tsx';

const LOOKS: Readonly<Record<Customer['status'], readonly [Tone, LucideIcon]>> = {
  pending: ['warn', CircleDashed],
  active: ['ok', CircleCheck],
  suspended: ['bad', CirclePause],
  terminated: ['idle', CircleX],
};

export function CustomerStatus({ status }: { readonly status: Customer['status'] }) {
  const { t } = useTranslation('customer');
  const [tone, icon] = LOOKS[status];
  return (
    <StatusBadge tone={tone} icon={icon}>
      {t(`options.status.${status}`)}
    </StatusBadge>
  );
}
