import type { Registration } from '@ringside/core/contract/subscribers/registrations.ts';
import { CircleHelp, type LucideIcon, PhoneOff, PlugZap, Unplug } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Num } from '../../ui/Num.tsx';
import { StatusBadge, type Tone } from '../../ui/StatusBadge.tsx';
import { useFormat } from '../../ui/use-format.ts';
import classes from './Registration.module.css';

const LOOKS: Readonly<Record<Registration['state'], readonly [Tone, LucideIcon]>> = {
  registered: ['ok', PlugZap],
  unreachable: ['bad', Unplug],
  unregistered: ['idle', PhoneOff],
  unknown: ['idle', CircleHelp],
};

/** Shows whether the phone is registered. */
export function RegistrationBadge({
  registration,
  plain = false,
}: {
  readonly registration: Registration;
  readonly plain?: boolean;
}) {
  const { t } = useTranslation('subscriber');
  const [tone, icon] = LOOKS[registration.state];
  return (
    <StatusBadge
      tone={tone}
      icon={icon}
      plain={plain}
      {...(registration.reason ? { title: t(`registration.reasons.${registration.reason}`) } : {})}
    >
      {t(`registration.states.${registration.state}`)}
    </StatusBadge>
  );
}

/** Formats microseconds as milliseconds, with one decimal place below ten. */
export const useRoundTrip = (): ((micros: number) => string) => {
  const format = useFormat();
  const { t } = useTranslation('subscriber');
  return (micros) => {
    const ms = micros / 1000;
    return t('registration.ms', { ms: format.number(ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms)) });
  };
};

/** Cell of a list: the state, and below it the phone and its round-trip time. */
export function RegistrationCell({ registration }: { readonly registration: Registration | undefined }) {
  const roundTrip = useRoundTrip();
  if (registration === undefined || registration.state === 'unknown') return null;
  const [contact] = registration.contacts;
  return (
    <div className={classes['cell']}>
      <RegistrationBadge registration={registration} plain />
      {contact ? (
        <span className={classes['detail']}>
          <bdi dir="ltr">{contact.userAgent}</bdi>
          {contact.roundTripMicros === null ? null : (
            <>
              {' '}
              <Num>{roundTrip(contact.roundTripMicros)}</Num>
            </>
          )}
        </span>
      ) : null}
    </div>
  );
}
