import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readHistory } from './history-source.ts';

it('stops reading a compressed file that expands to more than a hundred times its size', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ringside-packed-'));
  try {
    const path = join(folder, 'queue_log.gz');
    // 128 MB of one byte compress to 128 kB.
    const packed = gzipSync(Buffer.alloc(128 * 1024 * 1024, 'x'), { level: 9 });
    expect(packed.length).toBeLessThan(256 * 1024);
    writeFileSync(path, packed);
    const read = async (): Promise<void> => {
      const file = { path, kind: 'queue-log', serverId: 1, timeZone: 'UTC' } as const;
      for await (const items of readHistory(file, () => undefined)) expect(items.length).toBeLessThan(10_000);
    };
    await expect(read()).rejects.toThrow('The file expands to more than 100 times its size.');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
