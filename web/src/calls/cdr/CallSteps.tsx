import { keyed } from '../../locales/keyed.ts';
import type { getCall } from '@ringside/core/contract/calls/cdr.ts';
import type { ResponseOf } from '@ringside/core/contract/route.ts';
import { formatDuration } from '@ringside/core/base/duration.ts';
import { useTranslation } from 'react-i18next';
import { Num } from '../../ui/Num.tsx';
import { useFormat } from '../../ui/use-format.ts';
import classes from './CallDetails.module.css';

type CallInFull = ResponseOf<typeof getCall>;

/** Position and width of a step within its call, in percent. */
const placeOf = (call: CallInFull, from: string, to: string): { insetInlineStart: string; width: string } => {
  const start = Date.parse(call.startAt);
  const whole = Math.max(1000, Date.parse(call.endAt) - start);
  const begin = Math.min(100, (100 * (Date.parse(from) - start)) / whole);
  const length = Math.max(1.5, (100 * (Date.parse(to) - Date.parse(from))) / whole);
  return { insetInlineStart: `${Math.min(begin, 98.5)}%`, width: `${Math.min(length, 100 - Math.min(begin, 98.5))}%` };
};

/** Returns the display name of the call's own queue. Other queues that the call passed use their PBX name. */
const queueName = ({ queue, queueLabel }: CallInFull, name: string): string =>
  name === queue && queueLabel ? queueLabel : name;

/** Legs of the call on a timeline, and its queue visits as seen live. */
export function CallSteps({ call }: { readonly call: CallInFull }) {
  const { t } = useTranslation('cdr');
  const { time } = useFormat();
  return (
    <>
      <h3 className={classes['heading']}>{t('steps')}</h3>
      <ol className={classes['steps']}>
        {call.stays.map((stay) => (
          <li key={`${stay.queue} ${stay.joinedAt}`} className={classes['step']}>
            <p className={classes['what']}>
              <bdi>
                {t('stay', {
                  queue: queueName(call, stay.queue),
                  outcome: keyed(t)(`outcomes.${stay.outcome}`),
                })}
              </bdi>
              <Num>{formatDuration(stay.waitSeconds)}</Num>
            </p>
            <p className={classes['when']}>
              <Num>{time(stay.joinedAt)}</Num>
              {stay.agent === null ? null : <bdi>{stay.agent}</bdi>}
            </p>
          </li>
        ))}
        {call.steps.map((step) => (
          <li key={`${step.uniqueid} ${step.sequence}`} className={classes['step']}>
            <p className={classes['what']}>
              <bdi dir="ltr">{[step.channel, step.destinationChannel].filter(Boolean).join(' → ')}</bdi>
              <Num>{formatDuration(step.duration)}</Num>
            </p>
            <div className={classes['line']} aria-hidden="true">
              <span
                className={classes['bar']}
                data-answered={step.disposition === 'ANSWERED' || undefined}
                style={placeOf(call, step.startAt, step.endAt)}
              />
            </div>
            <p className={classes['when']}>
              <Num>{time(step.startAt)}</Num>
              <bdi dir="ltr">{[step.lastApplication, step.disposition].filter(Boolean).join(' · ')}</bdi>
            </p>
          </li>
        ))}
      </ol>
    </>
  );
}
