export type Message = Readonly<Record<string, unknown>>;

/** One message, or an array of them; what is no JSON object is not ours to understand. */
export const readFrame = (data: unknown): readonly Message[] => {
  if (typeof data !== 'string') return [];
  try {
    const read: unknown = JSON.parse(data);
    const list: readonly unknown[] = Array.isArray(read) ? read : [read];
    return list.filter((m): m is Message => typeof m === 'object' && m !== null && !Array.isArray(m));
  } catch {
    return [];
  }
};
