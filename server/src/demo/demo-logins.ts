// AMI users of the simulated PBXs: one for events and actions, one for writing configuration files.
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
