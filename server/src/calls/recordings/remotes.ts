// The three kinds of remote recording servers.
import { AwsClient } from 'aws4fetch';
import type { Fetch } from './ask.ts';
import type { Remote } from './remote-source.ts';

interface RemoteSettings {
  /** Without a trailing slash. */
  readonly address: string;
  readonly username: string;
  readonly secret: string;
  readonly bucket: string;
  readonly region: string;
  readonly prefix: string;
  readonly mayDelete: boolean;
}

const path = (key: string): string => key.split('/').map(encodeURIComponent).join('/');

const basic = (username: string, secret: string): string =>
  `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}`;

/**
 * Asterisk's REST interface (ARI). It serves only its `recording` folder, by names without extension as one path segment, and
 * supports neither HEAD nor ranges. Address: `http://pbx:8088/ari`.
 */
export const ariRemote = ({ address, username, secret, mayDelete }: RemoteSettings, ask: Fetch): Remote => {
  const headers = { authorization: basic(username, secret) };
  const stored = (key: string) => `${address}/recordings/stored/${encodeURIComponent(key.replace(/\.[^./]+$/, ''))}`;
  return {
    canDelete: mayDelete,
    look: 'GET',
    ranges: false,
    send: (method, key, _more, signal) =>
      ask(method === 'DELETE' ? stored(key) : `${stored(key)}/file`, { method, headers, signal }),
    probe: (signal) => ask(`${address}/asterisk/info?only=system`, { headers, signal }),
  };
};

/** Any web server, with a user name and password, or with only a secret as bearer token. */
export const httpRemote = ({ address, username, secret }: RemoteSettings, ask: Fetch): Remote => {
  const login = username === '' ? `Bearer ${secret}` : basic(username, secret);
  const own: Record<string, string> = username === '' && secret === '' ? {} : { authorization: login };
  return {
    // Web servers have no common way to delete files.
    canDelete: false,
    look: 'HEAD',
    ranges: true,
    send: (method, key, more, signal) =>
      ask(`${address}/${path(key)}`, { method, headers: { ...own, ...more }, signal }),
    probe: (signal) => ask(`${address}/`, { method: 'HEAD', headers: own, signal }),
  };
};

/** Amazon S3 or a compatible storage: MinIO, Ceph, Garage, R2. The bucket is part of the path. */
export const s3Remote = (
  { address, username, secret, bucket, region, prefix, mayDelete }: RemoteSettings,
  ask: Fetch,
): Remote => {
  const client = new AwsClient({
    accessKeyId: username,
    secretAccessKey: secret,
    service: 's3',
    region: region === '' ? 'us-east-1' : region,
    retries: 0,
  });
  const base = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
  const send = async (
    url: string,
    method: 'GET' | 'HEAD' | 'DELETE',
    more: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ) => {
    const signed = await client.sign(url, { method, headers: more });
    return ask(signed.url, { method, headers: Object.fromEntries([...signed.headers]), signal });
  };
  return {
    canDelete: mayDelete,
    look: 'HEAD',
    ranges: true,
    nothing: 'no-bucket',
    send: (method, key, headers, signal) => send(`${address}/${bucket}/${path(base + key)}`, method, headers, signal),
    probe: (signal) =>
      send(`${address}/${bucket}?list-type=2&max-keys=1&prefix=${encodeURIComponent(base)}`, 'GET', {}, signal),
  };
};
