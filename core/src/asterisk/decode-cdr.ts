// Decodes a call detail record from `cdr_manager`. Linked ID and sequence are present only with its `[mappings]`.
import { dispositionOf } from './leg.ts';
import type { PbxFact } from './fact.ts';
import { needle } from './block.ts';
import type { BlockReader } from './block.ts';

const N = {
  accountCode: needle('AccountCode'),
  source: needle('Source'),
  destination: needle('Destination'),
  context: needle('DestinationContext'),
  callerId: needle('CallerID'),
  channel: needle('Channel'),
  destinationChannel: needle('DestinationChannel'),
  lastApplication: needle('LastApplication'),
  lastData: needle('LastData'),
  start: needle('StartTime'),
  answer: needle('AnswerTime'),
  end: needle('EndTime'),
  duration: needle('Duration'),
  billable: needle('BillableSeconds'),
  disposition: needle('Disposition'),
  uniqueid: needle('UniqueID'),
  userField: needle('UserField'),
  linkedid: needle('LinkedID'),
  peerAccount: needle('PeerAccount'),
  sequence: needle('Sequence'),
  recordingFile: needle('RecordingFile'),
  tenant: needle('Tenant'),
};

export const CDR_DECODERS: Readonly<Record<string, (b: BlockReader) => PbxFact>> = {
  Cdr: (b) => {
    const accountCode = b.text(N.accountCode);
    const source = b.text(N.source);
    const destination = b.text(N.destination);
    const context = b.text(N.context);
    const callerId = b.text(N.callerId);
    const channel = b.text(N.channel);
    const destinationChannel = b.text(N.destinationChannel);
    const lastApplication = b.text(N.lastApplication);
    const lastData = b.text(N.lastData);
    const start = b.text(N.start);
    const answer = b.text(N.answer);
    const end = b.text(N.end);
    const duration = Math.trunc(b.number(N.duration));
    const billableSeconds = Math.trunc(b.number(N.billable));
    const disposition = dispositionOf(b.text(N.disposition));
    const uniqueid = b.text(N.uniqueid);
    const userField = b.text(N.userField);
    const mapped = b.has(N.linkedid);
    const leg = {
      uniqueid,
      linkedid: b.text(N.linkedid) || uniqueid,
      peerAccount: b.text(N.peerAccount),
      sequence: Math.trunc(b.number(N.sequence)),
      recordingFile: b.text(N.recordingFile),
      tenantId: b.text(N.tenant),
      ...{
        accountCode,
        source,
        destination,
        context,
        callerId,
        channel,
        destinationChannel,
        lastApplication,
        lastData,
      },
      ...{ start, answer, end, duration, billableSeconds, disposition, userField },
    };
    return { kind: 'cdr', leg, mapped: mapped && b.has(N.sequence) };
  },
};
