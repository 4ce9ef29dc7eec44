// The manager users of the demo's simulated PBXs: the one that watches and acts, and the one that may write files.
export const LIVE_LOGIN = {
  username: 'ringside',
  secret: 'demo-only-loopback',
  write: ['system', 'call', 'agent', 'originate', 'reporting'],
} as const;

export const CONFIG_LOGIN = {
  username: 'ringside-provisioning',
  secret: 'demo-only-loopback-too',
  read: [],
  write: ['config', 'system'],
} as const;
