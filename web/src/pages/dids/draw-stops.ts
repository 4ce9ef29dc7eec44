import type { FlowStop } from '@ringside/core/contract/dids.ts';

/** A stop where it stands in the picture. */
export interface DrawnStop {
  readonly stop: FlowStop;
  /** The step that leads here; null of the first stop. */
  readonly when: string | null;
  /** It is drawn elsewhere with what follows, and here only named. */
  readonly back: boolean;
  readonly next: readonly DrawnStop[];
}

/**
 * The stops of a way as a tree to draw, from the first one on. Ways meet and lead back: what follows a stop is drawn once,
 * where the call reaches the stop first. A step to a stop that is not among them is left out. null: no stops.
 */
export const drawStops = (stops: readonly FlowStop[]): DrawnStop | null => {
  const byKey = new Map(stops.map((stop) => [stop.key, stop]));
  const met = new Set<string>();
  const draw = (stop: FlowStop, when: string | null): DrawnStop => {
    const back = met.has(stop.key) && stop.next.length > 0;
    met.add(stop.key);
    if (back) return { stop, when, back, next: [] };
    const next = stop.next.flatMap(({ when: on, to }) => {
      const led = byKey.get(to);
      return led === undefined ? [] : [draw(led, on)];
    });
    return { stop, when, back, next };
  };
  const [first] = stops;
  return first === undefined ? null : draw(first, null);
};
