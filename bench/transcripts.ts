// The real AMI traffic of lab/transcripts, as chunks of a socket.
/** The complete five-minute storm with all classes: about 18 thousand events. */
export const STORM = '17-mixed-pbx1';

/** Cuts the bytes into chunks like those of a loopback socket. */
export const chunks = (bytes: Buffer, size: number): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));

export const countEvents = (bytes: Buffer): number => (bytes.toString('latin1').match(/^Event: /gm) ?? []).length;
