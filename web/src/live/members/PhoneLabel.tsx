import { cleanCallerId } from '@ringside/core/base/caller-id.ts';
import { formatNumber, type PhoneNumber } from '@ringside/core/base/phone.ts';
import { useUser } from '../../data/api/session.ts';
import { Flag } from '../../ui/Flag.tsx';
import classes from './PhoneLabel.module.css';

interface Props {
  readonly number: string | null;
  readonly name?: string | null;
  /** Shows the name below the number instead of beside it. */
  readonly stacked?: boolean;
}

const known = new Map<string, PhoneNumber>();
const KEPT = 5000;

/** Parses a number and caches the result, because parsing is slow and numbers repeat. */
const read = (raw: string, country: string | null): PhoneNumber => {
  const key = `${country ?? ''} ${raw}`;
  let found = known.get(key);
  if (!found) {
    found = formatNumber(raw, country);
    if (known.size >= KEPT) known.clear();
    known.set(key, found);
  }
  return found;
};

/** Phone number with its flag, in international format, and the name. */
export function PhoneLabel({ number, name, stacked = false }: Props) {
  const { country } = useUser();
  const phone = number ? read(number, country) : null;
  const who = name ? cleanCallerId(name) : '';
  if (!phone?.number && !who) return <span className={classes['none']}>–</span>;
  return (
    <span className={classes['phone']} data-stacked={stacked || undefined}>
      {phone?.number ? (
        <span className={classes['number']}>
          <Flag country={phone.country} />
          <bdi dir="ltr" className="num">
            {phone.number}
          </bdi>
        </span>
      ) : null}
      {who && who !== phone?.raw ? (
        <bdi className={classes['name']} title={phone?.number ? `${who} ${phone.number}` : who}>
          {who}
        </bdi>
      ) : null}
    </span>
  );
}
