// Settings of the demo's console: its own data folder and embedded database, whatever a `.env` file says.
import { readConfig, readEnvironment, type Config } from '../platform/config/config.ts';

/** `folder`: data folder. Default: as set by the starter. */
export const demoConfig = (folder?: string): Config => {
  const read = readConfig({ LOG_LEVEL: 'warn', ...readEnvironment(process.cwd()) });
  return {
    ...read,
    ...(folder === undefined ? {} : { dataFolder: folder }),
    databaseUrl: null,
    durable: false,
    secretKey: null,
    oldSecretKey: null,
    smtpUrl: null,
    natsUrl: null,
    role: 'all',
    logs: [],
  };
};

/** For preparing data: on a free port of this machine. */
export const preparingConfig = (folder: string): Config => ({
  ...demoConfig(folder),
  port: 0,
  host: '127.0.0.1',
  publicUrl: null,
  metricsListen: null,
  apiRateLimit: 0,
});
