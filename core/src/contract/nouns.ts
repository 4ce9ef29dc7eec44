// What a resource's records are called where the API is described: one of them, and many; with small letters.

const NOUNS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  acl: ['access rule', 'access rules'],
  apikeys: ['API key', 'API keys'],
  callcenters: ['call center', 'call centers'],
  deleted: ['deleted record', 'deleted records'],
  dids: ['number', 'numbers'],
  endpoints: ['PBX server', 'PBX servers'],
  hours: ['set of business hours', 'business hours'],
  ivrs: ['menu', 'menus'],
  outboundroutes: ['outbound route', 'outbound routes'],
  prompts: ['sound', 'sounds'],
  ringgroups: ['ring group', 'ring groups'],
};

/** Of `/ringgroups`. What is one word in the path is that word, in the singular without its `s`. */
export const nounsOf = (path: string): { readonly one: string; readonly many: string } => {
  const word = path.slice(1);
  const [one, many] = NOUNS[word] ?? [word.replace(/s$/, ''), word];
  return { one, many };
};
