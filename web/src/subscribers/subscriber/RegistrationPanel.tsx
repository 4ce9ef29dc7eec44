import type { PhoneContact, Registration } from '@ringside/core/contract/subscribers/registrations.ts';
import { useTranslation } from 'react-i18next';
import facts from '../../ui/Facts.module.css';
import { Num } from '../../ui/Num.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { RegistrationBadge, useRoundTrip } from './RegistrationBadge.tsx';
import classes from './Registration.module.css';
import { useRegistrations } from './use-registrations.ts';

/** Current SIP registration of the subscriber's phone. */
export function RegistrationPanel({ id }: { readonly id: string }) {
  const { t } = useTranslation('subscriber');
  const registration = useRegistrations([id]).get(id);
  return (
    <Panel
      title={t('registration.title')}
      description={t('registration.hint')}
      actions={registration ? <RegistrationBadge registration={registration} /> : null}
    >
      {registration ? (
        <Found registration={registration} />
      ) : (
        <p className={classes['none']}>{t('registration.asking')}</p>
      )}
    </Panel>
  );
}

function Found({ registration }: { readonly registration: Registration }) {
  const { t } = useTranslation('subscriber');
  const { state, reason, contacts } = registration;
  if (reason !== null) return <p className={classes['none']}>{t(`registration.reasons.${reason}`)}</p>;
  if (state === 'unregistered') return <p className={classes['none']}>{t('registration.unregisteredHint')}</p>;
  return (
    <ul className={classes['contacts']}>
      {contacts.map((contact) => (
        <li key={contact.address}>
          <Contact contact={contact} />
        </li>
      ))}
    </ul>
  );
}

function Contact({ contact }: { readonly contact: PhoneContact }) {
  const { t } = useTranslation('subscriber');
  const format = useFormat();
  const roundTrip = useRoundTrip();
  const { address, userAgent, roundTripMicros, expiresAt } = contact;
  return (
    <dl className={facts['facts']}>
      <div>
        <dt>{t('registration.userAgent')}</dt>
        <dd>
          <bdi dir="ltr">{userAgent || '–'}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t('registration.address')}</dt>
        <dd>
          <Num>{address}</Num>
        </dd>
      </div>
      <div>
        <dt>{t('registration.roundTrip')}</dt>
        <dd>{roundTripMicros === null ? t('registration.notMeasured') : <Num>{roundTrip(roundTripMicros)}</Num>}</dd>
      </div>
      <div>
        <dt>{t('registration.expires')}</dt>
        <dd>{expiresAt === null ? '–' : format.time(expiresAt)}</dd>
      </div>
    </dl>
  );
}
