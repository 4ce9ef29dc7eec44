// Inbound calls: to subscribers, queues and menus, and forwarded to external numbers.
import type { Kind, CallTimes } from './kind.ts';
import { nearest, numberFor, pick } from './kind.ts';
import { digitsOf, exact, LINES } from './master-csv.ts';
import type { Random, Writer } from './master-csv.ts';

const caller = (random: Random): string => `+3361${String(Math.floor(random() * 1e7)).padStart(7, '0')}`;

/** An inbound call: the trunk's channel, the called number, and the mark of its end. */
const inward = (w: Writer, { tenant, random, answer, end }: CallTimes) => {
  const did = pick(tenant.dids, random);
  const trunk = w.trunk();
  const mark = `did:${did}@${tenant.code}|end:${trunk.serial}/${exact(end)}/${exact(answer)}/${w.linkedid}`;
  const leg = { direction: 'inbound', number: digitsOf(did), at: answer, seconds: nearest(answer, end) } as const;
  return { trunk, mark, leg, cells: { source: caller(random), channel: trunk.channel } };
};

export const toLine: Kind = (w, setting) => {
  const { start, answer, end } = setting;
  const { cells, leg, mark } = inward(w, setting);
  w.row({
    ...cells,
    destination: w.line,
    to: w.device(w.line),
    application: 'Dial',
    data: `PJSIP/${w.line},20`,
    start,
    answer,
    end,
    disposition: 'ANSWERED',
    userField: mark,
  });
  return { direction: 'inbound', status: 'answered', legs: [leg] };
};

/** The queue answers. Some members miss the call, and one member may take it. */
export const toQueue =
  (taken: boolean): Kind =>
  (w, setting) => {
    const { tenant, random, start, answer, end } = setting;
    const { cells, leg, mark } = inward(w, setting);
    const queue = { application: 'Queue', data: `${tenant.code}-help,,,,60`, destination: 'qqueuehelp' };
    const misses = Math.min(Math.floor((end - answer) / 6000), Math.floor(random() * 3)) + (taken ? 0 : 1);
    let at = answer;
    for (let n = 0; n < misses; n++) {
      const until = !taken && n === misses - 1 ? end : Math.min(end - 800, at + 5000);
      if (until <= at) continue;
      const userField = until === end ? mark : mark.slice(0, mark.indexOf('|'));
      w.row({
        ...cells,
        ...queue,
        to: w.device(pick(LINES, random)),
        start: n === 0 ? start : at,
        answer,
        end: until,
        disposition: 'NO ANSWER',
        userField,
      });
      at = until;
    }
    if (taken)
      w.row({
        ...cells,
        ...queue,
        to: w.device(w.line),
        start: at === answer ? start : at,
        answer,
        end,
        disposition: 'ANSWERED',
        userField: mark,
      });
    return { direction: 'inbound', status: taken ? 'answered' : 'unanswered', legs: [leg] };
  };

export const toMenu: Kind = (w, setting) => {
  const { tenant, start, answer, end } = setting;
  const { cells, leg, mark } = inward(w, setting);
  w.row({
    ...cells,
    destination: 's',
    to: '',
    application: 'WaitExten',
    data: `${tenant.code}-menu`,
    start,
    answer,
    end,
    disposition: 'ANSWERED',
    userField: mark,
  });
  return { direction: 'inbound', status: 'automated', legs: [leg] };
};

/** An inbound call that a subscriber forwards to an external number. */
export const forwarded: Kind = (w, setting) => {
  const { tenant, random, start, answer, end } = setting;
  const { cells, leg, mark } = inward(w, setting);
  const number = numberFor(tenant, random);
  const onward = w.trunk();
  const userField = `${mark};${w.out(onward.serial, number, answer)}|end:${onward.serial}/${exact(end - 3)}/`;
  w.row({
    ...cells,
    destination: number,
    to: onward.channel,
    application: 'Dial',
    data: `PJSIP/+${number}@trunk.voxline,90`,
    start,
    answer,
    end,
    disposition: 'ANSWERED',
    userField,
  });
  return {
    direction: 'inbound',
    status: 'answered',
    legs: [leg, { direction: 'outbound', number, at: answer, seconds: nearest(answer, end - 3) }],
  };
};
