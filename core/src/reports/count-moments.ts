// Counts one queue visit or talk into rows of numbers and distribution bars.
import { FIELD, WIDTH } from './count-columns.ts';
import { ABANDONED, ANSWERED, FULL, LEFT_BY_KEY, NO_AGENT, NO_NUMBER, TIMED_OUT, WITHDRAWN } from './queue-facts.ts';
import { TALK_BOUNDS, WAIT_BOUNDS } from './queue-report.ts';

const FIELD_OF_OUTCOME = new Int8Array(9).fill(-1);
for (const [outcome, field] of [
  [TIMED_OUT, FIELD.timedOut],
  [LEFT_BY_KEY, FIELD.leftByKey],
  [NO_AGENT, FIELD.noAgent],
  [FULL, FIELD.full],
  [WITHDRAWN, FIELD.withdrawn],
] as const) {
  FIELD_OF_OUTCOME[outcome] = field;
}

/**
 * @param threshold whole seconds
 * @param short whole seconds
 */
export const countStay = (
  rows: Float64Array,
  row: number,
  outcome: number,
  wait: number,
  threshold: number,
  short: number,
): void => {
  const at = row * WIDTH;
  rows[at + FIELD.seen]! += 1;
  const waited = wait !== NO_NUMBER;
  if (waited && wait > rows[at + FIELD.longestWaitSeconds]!) rows[at + FIELD.longestWaitSeconds] = wait;
  if (outcome === ANSWERED) {
    rows[at + FIELD.answered]! += 1;
    if (!waited) return;
    rows[at + FIELD.waitSeconds]! += wait;
    if (wait <= threshold) rows[at + FIELD.answeredInTime]! += 1;
  } else if (outcome === ABANDONED) {
    if (!waited) return;
    rows[at + FIELD.abandonWaitSeconds]! += wait;
    rows[at + (wait <= short ? FIELD.abandonedShort : FIELD.abandonedLong)]! += 1;
    if (wait <= threshold) rows[at + FIELD.abandonedInTime]! += 1;
  } else {
    const field = FIELD_OF_OUTCOME[outcome] ?? -1;
    if (field >= 0) rows[at + field]! += 1;
  }
};

export const countTalk = (rows: Float64Array, row: number, seconds: number, sentOn: number): void => {
  const at = row * WIDTH;
  rows[at + FIELD.seen]! += 1;
  rows[at + FIELD.completed]! += 1;
  rows[at + FIELD.transferred]! += sentOn;
  rows[at + FIELD.talkSeconds]! += seconds;
};

/** Returns, for each integer up to the last bound, the number of lower bounds. */
const placesOf = (bounds: readonly number[]): Uint8Array =>
  Uint8Array.from({ length: (bounds.at(-1) ?? 0) + 1 }, (_, value) => bounds.filter((bound) => bound < value).length);
const WAIT_PLACES = placesOf(WAIT_BOUNDS);
const TALK_PLACES = placesOf(TALK_BOUNDS);
const placeIn = (places: Uint8Array, value: number): number =>
  value < 0 ? 0 : value < places.length ? places[value]! : places[places.length - 1]! + 1;

/** Three numbers per bar of waits (answered, abandoned, other), one per bar of talks. */
export const emptyBars = () => ({
  waits: new Float64Array(3 * (WAIT_BOUNDS.length + 1)),
  talks: new Float64Array(TALK_BOUNDS.length + 1),
});

export const countWaitBar = (bars: Float64Array, outcome: number, wait: number): void => {
  if (wait === NO_NUMBER || outcome === 0) return;
  const kind = outcome === ANSWERED ? 0 : outcome === ABANDONED ? 1 : 2;
  bars[3 * placeIn(WAIT_PLACES, wait) + kind]! += 1;
};
export const countTalkBar = (bars: Float64Array, seconds: number): void => {
  bars[placeIn(TALK_PLACES, seconds)]! += 1;
};

/** Callers who were refused did not wait. */
export const waitsAtAll = (outcome: number, wait: number): boolean =>
  outcome !== 0 && outcome !== FULL && !(outcome === NO_AGENT && (wait === 0 || wait === NO_NUMBER));
