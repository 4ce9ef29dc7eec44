import type { Call } from '@ringside/core/contract/calls/cdr.ts';
import { Flag } from '../../ui/Flag.tsx';
import { Num } from '../../ui/Num.tsx';
import classes from './Party.module.css';

/** Phone number with its country, and the name below it. */
export function Party({ party, name = '' }: { readonly party: Call['source']; readonly name?: string }) {
  return (
    <span className={classes['party']}>
      <span className={classes['number']}>
        <Flag country={party.country} />
        <Num>{party.number === '' ? '–' : party.number}</Num>
      </span>
      {name === '' || name === party.raw ? null : <bdi className={classes['name']}>{name}</bdi>}
    </span>
  );
}
