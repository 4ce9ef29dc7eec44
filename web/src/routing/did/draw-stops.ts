import type { FlowStop } from '@ringside/core/contract/routing/did.ts';

/** A stop at its position in the diagram. */
export interface DrawnStop {
  readonly stop: FlowStop;
  /** The step that leads here; null for the first stop. */
  readonly when: string | null;
  /** The stop and its successors are drawn elsewhere; this is only a reference. */
  readonly back: boolean;
  readonly next: readonly DrawnStop[];
}

/**
 * Converts the stops of a call flow to a tree, starting with the first one. Paths can meet and form loops, so the successors of a stop are
 * drawn only where the call reaches it first. Ignores steps to unknown stops. Returns null without stops.
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
