import type { User } from '@ringside/core/contract/access/user.ts';
import { CircleCheck, CircleSlash, type LucideIcon, MailCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { StatusBadge, type Tone } from '../../ui/StatusBadge.tsx';

const LOOKS: Readonly<Record<User['status'], readonly [Tone, LucideIcon]>> = {
  invited: ['warn', MailCheck],
  active: ['ok', CircleCheck],
  disabled: ['idle', CircleSlash],
};

export function UserStatus({ status }: { readonly status: User['status'] }) {
  const { t } = useTranslation('user');
  const [tone, icon] = LOOKS[status];
  return (
    <StatusBadge tone={tone} icon={icon}>
      {t(`options.status.${status}`)}
    </StatusBadge>
  );
}
