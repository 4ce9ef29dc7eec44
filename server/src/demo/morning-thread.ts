// Simulates this morning in a worker thread, while the console starts. Posts one `RecordedDay` for each PBX.
import { parentPort, workerData } from 'node:worker_threads';
import { createOwners } from '../live/owners.ts';
import { recordMorning } from './record-days.ts';
import type { Manifest } from './snapshot.ts';

const { now, manifest }: { readonly now: number; readonly manifest: Manifest } = workerData;
const owners = createOwners();
owners.replace(manifest.owners);
const serverIds = new Map(Object.entries(manifest.serverIds));
for (const recorded of recordMorning(now, serverIds, owners)) parentPort?.postMessage(recorded);
