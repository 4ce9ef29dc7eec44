// Kinds of calls: the rows that Asterisk writes for each, and the expected result.
import type { Kind } from './kind.ts';
import { dialled, nearest, numberFor, pick, wholeSeconds } from './kind.ts';
import { forwarded, toLine, toMenu, toQueue } from './kinds-in.ts';
import { exact, LINES } from './master-csv.ts';

/** Outbound, from a PBX whose dialplan sets no marks. */
const plainOut: Kind = (w, { tenant, random, start, answer, end }) => {
  const number = numberFor(tenant, random);
  const destination = dialled(number, tenant, random);
  const cells = {
    source: w.line,
    destination,
    channel: w.device(w.line),
    application: 'Dial',
    data: `PJSIP/${number}@trunk.voxline`,
  };
  // The first carrier refuses every third call.
  const failed = random() < 0.33;
  if (failed)
    w.row({
      ...cells,
      to: w.trunk('silent').channel,
      start,
      answer: null,
      end: Math.min(answer, start + 1500),
      disposition: 'CONGESTION',
    });
  w.row({
    ...cells,
    to: w.trunk().channel,
    start: failed ? Math.min(answer, start + 1500) : start,
    answer,
    end,
    disposition: 'ANSWERED',
  });
  const leg = {
    direction: 'outbound',
    number,
    at: Math.floor(answer / 1000) * 1000,
    seconds: wholeSeconds(answer, end),
  } as const;
  return { direction: 'outbound', status: 'answered', legs: [leg] };
};

const markedOut: Kind = (w, { tenant, random, start, answer, end }) => {
  const number = numberFor(tenant, random);
  const trunk = w.trunk();
  const userField = `;${w.out(trunk.serial, number, answer)}|end:${trunk.serial}/${exact(end)}/`;
  const cells = {
    source: w.line,
    destination: number,
    channel: w.device(w.line),
    to: trunk.channel,
  };
  w.row({
    ...cells,
    application: 'Dial',
    data: `PJSIP/+${number}@trunk.voxline,90`,
    start,
    answer,
    end,
    disposition: 'ANSWERED',
    userField,
  });
  return {
    direction: 'outbound',
    status: 'answered',
    legs: [{ direction: 'outbound', number, at: answer, seconds: nearest(answer, end) }],
  };
};

const unanswered: Kind = (w, { tenant, random, start, answer }) => {
  const number = numberFor(tenant, random);
  const isBusy = random() < 0.4;
  const cells = {
    source: w.line,
    destination: dialled(number, tenant, random),
    channel: w.device(w.line),
    to: w.trunk().channel,
  };
  const disposition = isBusy ? 'BUSY' : 'NO ANSWER';
  w.row({
    ...cells,
    application: 'Dial',
    data: `PJSIP/${number}@trunk.voxline`,
    start,
    answer: null,
    end: answer,
    disposition,
  });
  return { direction: 'outbound', status: isBusy ? 'rejected' : 'unanswered', legs: [] };
};

/** A subscriber transfers the far end of the call to another external number (REFER): two legs through the trunk. */
const transferred: Kind = (w, { tenant, random, start, answer, end }) => {
  const [number, second] = [numberFor(tenant, random), numberFor(tenant, random)];
  const [first, onward] = [w.trunk(), w.trunk()];
  const middle = answer + Math.floor((end - answer) * 0.4);
  const began = Math.min(end - 1, middle + 700);
  const mark = w.out(first.serial, number, answer);
  const line = {
    source: w.line,
    destination: number,
    channel: w.device(w.line),
    to: first.channel,
    application: 'Dial',
  };
  w.row({
    ...line,
    data: `PJSIP/+${number}@trunk.voxline,90`,
    start,
    answer,
    end: middle,
    disposition: 'ANSWERED',
    userField: `;${mark}`,
  });
  const userField = `${mark}|end:${first.serial}/${exact(end)}/;${w.out(onward.serial, second, began)}|end:${onward.serial}/${exact(end)}/`;
  const cells = {
    source: 'ttrunkvoxline',
    destination: second,
    channel: first.channel,
    to: onward.channel,
    application: 'Dial',
  };
  w.row(
    {
      ...cells,
      data: `PJSIP/+${second}@trunk.voxline,90`,
      start: middle,
      answer: middle,
      end,
      disposition: 'ANSWERED',
      userField,
    },
    1,
  );
  const out = { direction: 'outbound' } as const;
  const legs = [
    { ...out, number, at: answer, seconds: nearest(answer, end) },
    { ...out, number: second, at: began, seconds: nearest(began, end) },
  ];
  return { direction: 'outbound', status: 'answered', legs };
};

const inside: Kind = (w, { random, start, answer, end }) => {
  const called = pick(
    LINES.filter((line) => line !== w.line),
    random,
  );
  w.row({
    source: w.line,
    destination: called,
    channel: w.device(w.line),
    to: w.device(called),
    application: 'Dial',
    data: `PJSIP/${called},20`,
    start,
    answer,
    end,
    disposition: 'ANSWERED',
  });
  const leg = {
    direction: 'internal',
    number: called,
    at: Math.floor(answer / 1000) * 1000,
    seconds: wholeSeconds(answer, end),
  } as const;
  return { direction: 'internal', status: 'answered', legs: [leg] };
};

export const KINDS: readonly (readonly [share: number, kind: Kind])[] = [
  ...([
    [0.22, plainOut],
    [0.22, markedOut],
    [0.05, unanswered],
    [0.13, toLine],
    [0.12, toQueue(true)],
  ] as const),
  ...([
    [0.04, toQueue(false)],
    [0.03, toMenu],
    [0.06, forwarded],
    [0.07, transferred],
    [0.06, inside],
  ] as const),
];
