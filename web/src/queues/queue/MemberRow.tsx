import { ActionIcon, NumberInput, SegmentedControl } from '@mantine/core';
import { MEMBER_KINDS } from '@ringside/core/queues/queue-options.ts';
import type { QueueMember } from '@ringside/core/contract/queues/queue-members.ts';
import type { Queue } from '@ringside/core/contract/queues/queue.ts';
import { Link } from '@tanstack/react-router';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import links from '../../ui/links.module.css';
import { Num } from '../../ui/Num.tsx';
import { MemberNow } from './MemberNow.tsx';
import classes from './QueueMembers.module.css';
import type { MemberEdit } from './use-queue-members.ts';

const MOST_PENALTY = 1000;

interface Props {
  readonly queue: Queue;
  readonly member: QueueMember;
  readonly last: boolean;
  readonly editable: boolean;
  readonly busy: boolean;
  readonly onChange: (edit: MemberEdit) => void;
}

/** One member of the queue: position, penalty, and current state of the agent. */
export function MemberRow({ queue, member, last, editable, busy, onChange }: Props) {
  const { t } = useTranslation('queue');
  const { id, position, kind } = member;
  const to = (change: Extract<MemberEdit, { do: 'change' }>['to']): void => onChange({ do: 'change', id, to: change });
  const name = `${member.extension} ${member.name}`;
  return (
    <li className={classes['row']} aria-label={name}>
      <span className={classes['place']}>{position}</span>
      <span className={classes['name']}>
        <Link to="/subscribers/$subscriber" params={{ subscriber: member.subscriberId }} className={links['link']}>
          <strong>
            <Num>{member.extension}</Num> <bdi>{member.name}</bdi>
          </strong>
        </Link>
      </span>
      <span className={classes['state']}>
        <MemberNow queue={queue} member={member} />
      </span>
      {editable ? (
        <>
          <SegmentedControl
            className={classes['wide'] ?? ''}
            size="xs"
            aria-label={t('members.kindOf', { name })}
            data={MEMBER_KINDS.map((each) => ({ value: each, label: t(`members.kinds.${each}`) }))}
            value={kind}
            disabled={busy}
            onChange={(next) => to({ kind: next })}
          />
          <Penalty key={member.penalty} name={name} value={member.penalty} onChange={(penalty) => to({ penalty })} />
          <span className={classes['tools']}>
            <ActionIcon
              aria-label={t('members.up', { name })}
              title={t('members.up', { name })}
              disabled={busy || position === 1}
              onClick={() => to({ position: position - 1 })}
            >
              <ArrowUp size={16} aria-hidden="true" />
            </ActionIcon>
            <ActionIcon
              aria-label={t('members.down', { name })}
              title={t('members.down', { name })}
              disabled={busy || last}
              onClick={() => to({ position: position + 1 })}
            >
              <ArrowDown size={16} aria-hidden="true" />
            </ActionIcon>
            <ActionIcon
              aria-label={t('members.remove', { name })}
              title={t('members.remove', { name })}
              disabled={busy}
              onClick={() => onChange({ do: 'remove', id })}
            >
              <X size={16} aria-hidden="true" />
            </ActionIcon>
          </span>
        </>
      ) : (
        <span className={classes['wide']}>
          {t(`members.kinds.${kind}`)} · {t('members.penaltyIs', { penalty: member.penalty })}
        </span>
      )}
    </li>
  );
}

/** Saved when the input loses the focus, or with Enter. */
function Penalty({
  name,
  value,
  onChange,
}: {
  readonly name: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
}) {
  const { t } = useTranslation('queue');
  const [typed, setTyped] = useState<string | number>(value);
  const send = (): void => {
    if (typed === '') setTyped(value);
    else if (Number(typed) !== value) onChange(Number(typed));
  };
  return (
    <NumberInput
      className={classes['wide'] ?? ''}
      size="xs"
      w={136}
      aria-label={t('members.penaltyOf', { name })}
      prefix={`${t('members.penalty')} `}
      min={0}
      max={MOST_PENALTY}
      clampBehavior="strict"
      allowDecimal={false}
      value={typed}
      onChange={setTyped}
      onBlur={send}
      onKeyDown={(e) => e.key === 'Enter' && send()}
    />
  );
}
