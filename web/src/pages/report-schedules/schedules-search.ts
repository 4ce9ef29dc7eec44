import { isId, isText, readAddress, type Readers } from '../../ui/report/report-days.ts';

/** What of the page stands in the address: the report that a new schedule is to send, as its page was narrowed. */
export interface SchedulesSearch {
  readonly new?: 'queues' | 'agents';
  readonly groupBy?: string;
  readonly callcenterId?: string;
  readonly queue?: string;
  readonly agent?: string;
  readonly formula?: number;
  readonly hours?: 'inside' | 'outside';
}

const READERS: Readers<SchedulesSearch> = {
  new: (v) => v === 'queues' || v === 'agents',
  groupBy: (v) => /^[a-z]{1,20}$/.test(v),
  callcenterId: isId,
  queue: isText,
  agent: isText,
  hours: (v) => v === 'inside' || v === 'outside',
  formula: (v) => /^[1-7]$/.test(v),
};

export const readSchedulesSearch = (raw: Record<string, unknown>): SchedulesSearch =>
  readAddress(READERS, raw, ['formula']);
