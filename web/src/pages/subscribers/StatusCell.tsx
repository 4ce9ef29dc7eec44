import type { RowProvisioning } from '@ringside/core/contract/row-provisioning.ts';
import type { Subscriber } from '@ringside/core/contract/subscribers.ts';
import { RowStateBadge } from '../../crud/RowStateBadge.tsx';
import { lineKey, type LineState } from './line-states.ts';
import { LineStatus } from './LineStatus.tsx';
import classes from './Registration.module.css';

/** What the line does at this moment, and below it whether the PBX has it as entered. */
export function StatusCell({
  line,
  live,
  state,
}: {
  readonly line: Subscriber;
  readonly live: ReadonlyMap<string, LineState>;
  readonly state: RowProvisioning | undefined;
}) {
  return (
    <div className={classes['cell']}>
      <LineStatus status={line.status} live={live.get(lineKey(line.serverId, line.sipUsername))} />
      {state ? <RowStateBadge row={state} plain /> : null}
    </div>
  );
}
