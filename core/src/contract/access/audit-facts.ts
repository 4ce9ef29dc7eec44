/** Fields that audit entries omit: internal fields, appearance, and values derived from other fields and rows. */
const UNAUDITED: ReadonlySet<string> = new Set([
  ...['search', 'createdAt', 'updatedAt', 'version', 'passwordHash', 'passwordChangedAt'],
  ...['lastLoginAt', 'lastLoginIp', 'invitedBy', 'avatar', 'theme'],
  ...[
    'limits',
    'withBelow',
    'recordingMb',
    'recordingFull',
    'linkSince',
    'lastEventAt',
    'lastSeenAt',
    'problems',
    'holders',
    'ringsIn',
  ],
  ...['capabilities', 'modules', 'offRuleId'],
]);
export const isAudited = (field: string): boolean =>
  !UNAUDITED.has(field) && (!field.endsWith('Count') || field === 'intervalCount');
