// Lists the services that main.ts creates. Only main.ts, the registration of routes and the jobs take the whole object. Other functions
// take only the services that they use.
import type { Bus } from './platform/bus/bus.ts';
import type { Config } from './platform/config/config.ts';
import type { Db } from './platform/db/connect.ts';
import type { Secrets } from './platform/db/secrets/secrets.ts';
import type { OriginCheck } from './platform/http/page-origins.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import type { SessionStore } from './platform/sessions/store.ts';
import type { PbxSide } from './pbx/pbx-links.ts';
import type { ProvisioningSide } from './pbx/provisioning/provisioning-side.ts';
import type { CallPrices } from './calls/call-prices.ts';
import type { Sounds } from './calls/recordings/sounds.ts';

export interface Services {
  readonly config: Config;
  readonly db: Db;
  readonly secrets: Secrets;
  readonly bus: Bus;
  readonly sessions: SessionStore;
  readonly pbx: PbxSide;
  readonly provisioning: ProvisioningSide;
  readonly sounds: Sounds;
  readonly prices: CallPrices;
  readonly mail: Mailer;
  /** Origin of the console for links, such as `https://console.example.com`. */
  publicUrl(): string;
  /** Returns whether a page of the request's origin may receive live data. */
  readonly allowsOrigin: OriginCheck;
  readonly now: () => number;
}
