import type { ApiKey } from '@ringside/core/contract/apikeys.ts';
import { CircleCheck, CircleSlash, Clock, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { StatusBadge, type Tone } from '../../ui/StatusBadge.tsx';

const LOOKS: Readonly<Record<ApiKey['status'], readonly [Tone, LucideIcon]>> = {
  active: ['ok', CircleCheck],
  expired: ['warn', Clock],
  revoked: ['idle', CircleSlash],
};

export function KeyStatus({ status }: { readonly status: ApiKey['status'] }) {
  const { t } = useTranslation('apikey');
  const [tone, icon] = LOOKS[status];
  return (
    <StatusBadge tone={tone} icon={icon}>
      {t(`options.status.${status}`)}
    </StatusBadge>
  );
}
