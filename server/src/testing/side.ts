// Names the rows of the two customers that the generic tests compare.
export interface Side {
  /** ID of the reseller's own customer. */
  readonly parentId: string;
  readonly customerId: string;
  readonly callcenterId: string;
  readonly endpointId: number;
  readonly queueId: string;
  readonly subscriberId: string;
  readonly didId: string;
  readonly ringGroupId: string;
  readonly hoursId: string;
  readonly ivrId: string;
  readonly promptId: string;
  readonly trunkId: string;
  readonly outboundRouteId: string;
  /** ID of an API key of the customer's administrator. */
  readonly apiKeyId: string;
  /** ID of a role that the customer's administrator created. */
  readonly roleId: string;
  readonly ruleId: string;
  readonly wallboardId: string;
  /** ID of a link that opens the wallboard. */
  readonly wallLinkId: string;
  /** ID of a report schedule of the customer's administrator. */
  readonly scheduleId: string;
  /** IDs of one row for each noun without a property above, by noun. */
  readonly rows: Readonly<Record<string, string | number>>;
  readonly userIds: Readonly<Record<string, string>>;
  readonly tokens: Readonly<Record<string, string>>;
}

export interface World {
  readonly a: Side;
  readonly b: Side;
  /** Tokens of platform staff by role. */
  readonly platform: Readonly<Record<string, string>>;
}
