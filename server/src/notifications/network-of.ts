// Where an address is, as far as it says itself: a household or a company moves within it without being somewhere else.

/** An IPv4 /24 or an IPv6 /48, written as its beginning. */
export const networkOf = (ip: string): string => {
  const v4 = /(?:^|^::ffff:)(\d+\.\d+\.\d+)\.\d+$/i.exec(ip)?.[1];
  if (v4 !== undefined) return v4;
  const [head = '', tail] = ip.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length);
  const whole = [...groups, ...Array.from({ length: missing }, () => '0'), ...(tail ? tail.split(':') : [])];
  return whole.slice(0, 3).join(':');
};
