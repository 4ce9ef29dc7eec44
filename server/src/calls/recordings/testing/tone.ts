/** Returns a WAV file like MixMonitor's: 8 kHz, 16 bits, mono; a tone of 440 Hz. */
export const tone = (seconds: number): Buffer => {
  const samples = Buffer.alloc(16_000 * seconds);
  for (let i = 0; i < samples.length / 2; i++)
    samples.writeInt16LE(Math.round(8_000 * Math.sin((i * 2 * Math.PI * 440) / 8_000)), i * 2);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  for (const [value, at] of [
    [16, 16],
    [8_000, 24],
    [16_000, 28],
  ] as const)
    header.writeUInt32LE(value, at);
  for (const [value, at] of [
    [1, 20],
    [1, 22],
    [2, 32],
    [16, 34],
  ] as const)
    header.writeUInt16LE(value, at);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
};
