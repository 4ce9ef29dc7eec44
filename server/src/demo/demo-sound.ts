// Synthesizes a telephone conversation: two voices that take turns in syllables and pauses, without words.
const RATE = 8_000;

/** Seeded random generator, so that the sounds are the same each time. */
const dice = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

interface Syllable {
  readonly from: number;
  readonly samples: number;
  readonly pitch: number;
  readonly loudness: number;
  /** Formants of the vowel, Hz. */
  readonly formants: readonly [number, number];
}

const VOWELS = [
  [730, 1090],
  [270, 2290],
  [530, 1840],
  [570, 840],
  [300, 870],
] as const;
const VOICES = [115, 195] as const;

const speech = (seconds: number, roll: () => number): Syllable[] => {
  const spoken: Syllable[] = [];
  let at = RATE / 2;
  for (let turn = 0; at < seconds * RATE; turn++) {
    const until = at + RATE * (1.5 + roll() * 4);
    while (at < until) {
      const samples = Math.round(RATE * (0.09 + roll() * 0.14));
      const pitch = (VOICES[turn % 2] ?? 115) * (0.92 + roll() * 0.2);
      spoken.push({
        ...{ from: Math.round(at), samples, pitch, loudness: 0.35 + roll() * 0.5 },
        formants: VOWELS[Math.floor(roll() * VOWELS.length)] ?? VOWELS[0],
      });
      // A very short pause between syllables, a longer one between words.
      at += samples + RATE * (roll() < 0.25 ? 0.12 + roll() * 0.2 : 0.015);
    }
    at += RATE * (0.3 + roll() * 0.9);
  }
  return spoken;
};

/** Returns a WAV file as MixMonitor writes it: 8 kHz, 16 bits, mono. */
export const demoSound = (seconds: number, seed: number): Buffer => {
  const roll = dice(seed);
  const sound = new Float32Array(seconds * RATE);
  for (const { from, samples, pitch, loudness, formants } of speech(seconds, roll)) {
    const partials: { readonly turn: number; readonly strength: number }[] = [];
    for (let hertz = pitch; hertz < 3_400; hertz += pitch) {
      const strength = formants.reduce((sum, formant) => sum + 1 / (1 + ((hertz - formant) / 140) ** 2), 0.04);
      if (strength > 0.06) partials.push({ turn: (2 * Math.PI * hertz) / RATE, strength });
    }
    for (let n = 0; n < samples && from + n < sound.length; n++) {
      let value = 0;
      for (const { turn, strength } of partials) value += strength * Math.sin(turn * n);
      sound[from + n] = value * Math.sin((Math.PI * n) / samples) * loudness;
    }
  }
  const file = Buffer.alloc(44 + sound.length * 2);
  file.write('RIFF', 0);
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(RATE, 24);
  file.writeUInt32LE(RATE * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(sound.length * 2, 40);
  for (const [n, value] of sound.entries()) {
    const hiss = (roll() - 0.5) * 160;
    file.writeInt16LE(Math.max(-32_000, Math.min(32_000, Math.round(value * 9_000 + hiss))), 44 + n * 2);
  }
  return file;
};
