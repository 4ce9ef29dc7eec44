import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BadSetting, readConfig, readEnvironment, reservedSettings } from './config.ts';

describe('readConfig', () => {
  it('has a default for every setting', () => {
    expect(readConfig({})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      dataFolder: resolve('./data'),
      publicUrl: null,
      secretKey: null,
      oldSecretKey: null,
      staffTwoFactor: false,
      databaseUrl: null,
      role: 'all',
      logLevel: 'info',
      realtimeTicketsOnly: false,
      sessionIdleMinutes: 30,
      sessionHours: 12,
      trustedProxies: [],
      refusedNetworks: [],
    });
  });

  it('names settings that are set but have no effect yet', () => {
    expect(reservedSettings(readConfig({}))).toEqual([]);
    const set = reservedSettings(readConfig({ NATS_URL: 'nats://n:4222', RINGSIDE_ROLE: 'web' }));
    expect(set.map((line) => line.split(/[ =]/)[0])).toEqual(['NATS_URL', 'RINGSIDE_ROLE']);
  });

  it('treats an empty setting as an absent one', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 8080, databaseUrl: null });
  });

  it.each([
    ['PORT', '80a', 'PORT should be a port from 0 to 65535'],
    ['PORT', '70000', 'PORT should be a port from 0 to 65535'],
    ['DATABASE_URL', 'mysql://secret@host/db', 'DATABASE_URL should be an address such as postgres:'],
    [
      'RINGSIDE_PUBLIC_URL',
      'console.example.com',
      'RINGSIDE_PUBLIC_URL should be an address without a path, such as https:',
    ],
    ['RINGSIDE_SECRET_KEY', 'short', 'RINGSIDE_SECRET_KEY should be at least 32 characters'],
    [
      'RINGSIDE_DEFAULT_COUNTRY',
      'Israel',
      'RINGSIDE_DEFAULT_COUNTRY should be a country code of two capital letters, such as US',
    ],
    ['RINGSIDE_ROLE', 'king', 'RINGSIDE_ROLE should be all, collector or web'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL should be fatal'],
    ['RINGSIDE_TRUSTED_PROXIES', '10.0.0.1, 10.0.0/8', 'RINGSIDE_TRUSTED_PROXIES should be addresses or networks'],
    ['RINGSIDE_REFUSED_NETWORKS', '10.0.0/8', 'RINGSIDE_REFUSED_NETWORKS should be addresses or networks'],
    ['RINGSIDE_API_RATE_LIMIT', '-1', 'RINGSIDE_API_RATE_LIMIT should be requests per minute, or 0 for no limit'],
    ['RINGSIDE_CORS_ORIGINS', 'portal.example.com', 'RINGSIDE_CORS_ORIGINS should be origins'],
    ['RINGSIDE_CORS_ORIGINS', 'https://portal.example.com/x', 'RINGSIDE_CORS_ORIGINS should be origins'],
    ['RINGSIDE_REALTIME_TICKETS_ONLY', 'yes', 'RINGSIDE_REALTIME_TICKETS_ONLY should be true or false'],
  ])('names an invalid %s=%s without revealing its value', (name, value, message) => {
    expect(() => readConfig({ [name]: value })).toThrow(BadSetting);
    expect(() => readConfig({ [name]: value })).toThrow(message);
    expect(() => readConfig({ [name]: value })).not.toThrow(/secret@host/);
  });

  it('names all invalid settings at once', () => {
    expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(/PORT.*\nLOG_LEVEL/);
  });
});

describe('readEnvironment', () => {
  it('lets environment variables override .env', () => {
    const folder = mkdtempSync(join(tmpdir(), 'ringside-env-'));
    writeFileSync(join(folder, '.env'), 'HOST=0.0.0.0\nPATH=nowhere\n# comment\nSMTP_URL="smtp://mail:587"\n');
    const environment = readEnvironment(folder);
    expect(environment['SMTP_URL']).toBe('smtp://mail:587');
    expect(environment['PATH']).toBe(process.env['PATH']);
    rmSync(folder, { recursive: true });
    expect(readEnvironment(folder)['PATH']).toBe(process.env['PATH']);
  });
});
