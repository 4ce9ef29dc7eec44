import type { Subscriber } from '@ringside/core/contract/subscribers/subscriber.ts';
import { BellRing, CircleCheck, Lock, type LucideIcon, Phone, PhoneCall, PhoneOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { StatusBadge, type Tone } from '../../ui/StatusBadge.tsx';
import type { LineState } from './line-states.ts';

const LIVE: Readonly<Record<LineState, readonly [Tone, LucideIcon]>> = {
  incall: ['busy', PhoneCall],
  ringing: ['accent', BellRing],
  free: ['ok', Phone],
  unreachable: ['idle', PhoneOff],
};

/** Shows "locked", or the current state of the subscriber if known. */
export function LineStatus({
  status,
  live,
}: {
  readonly status: Subscriber['status'];
  readonly live: LineState | undefined;
}) {
  const { t } = useTranslation('subscriber');
  if (status === 'active' && live !== undefined) {
    const [tone, icon] = LIVE[live];
    return (
      <StatusBadge tone={tone} icon={icon}>
        {t(`live.${live}`)}
      </StatusBadge>
    );
  }
  return (
    <StatusBadge tone={status === 'active' ? 'idle' : 'hold'} icon={status === 'active' ? CircleCheck : Lock}>
      {t(`options.status.${status}`)}
    </StatusBadge>
  );
}
