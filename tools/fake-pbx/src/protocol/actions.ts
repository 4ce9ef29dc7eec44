// All actions of the simulated PBX, with their manager class ('' for none) and one-line help.
import { emit, render } from '../sim/emit.ts';
import { loadModule } from '../sim/load-modules.ts';
import type { World } from '../sim/model.ts';
import {
  attendedTransfer,
  blindTransfer,
  hangupAction,
  originateAction,
  parkAction,
  parkedCalls,
  redirectAction,
} from './call-actions.ts';
import { getvar, mailboxCount, mixMonitor, playDtmf, stopMixMonitor } from './channel-actions.ts';
import { commandAction } from './command-action.ts';
import {
  createConfig,
  getConfig,
  getConfigJson,
  listCategories,
  moduleCheck,
  moduleLoad,
  reload,
  updateConfig,
} from './config-actions.ts';
import { databaseDelete, databaseDeleteTree, databaseGet, databasePut } from './database-actions.ts';
import { showDialplan } from './dialplan-list.ts';
import { coreSettings, coreStatus, deviceStates, queueStatus, queueSummary, showChannels } from './lists.ts';
import {
  queueAdd,
  queuePause,
  queuePenalty,
  queuePriority,
  queueRemove,
  queueReset,
  queueRingInUse,
  queueWithdraw,
} from './queue-actions.ts';
import { showAors, showAuths, showContacts, showEndpoint, showEndpoints, showInboundContacts } from './pjsip-lists.ts';
import { refusal, reply, success } from './reply.ts';
import type { Request } from './request.ts';

interface Action {
  readonly name: string;
  /** Any of these write classes is enough; empty: no class needed. */
  readonly needs: readonly string[];
  readonly help: string;
  readonly run: (world: World, request: Request) => string;
}

const ping = (world: World, r: Request): string => {
  const now = Date.now() + world.clockOffMs;
  return reply(r, 'Success', [
    ['Ping', 'Pong'],
    ['Timestamp', `${Math.floor(now / 1000)}.${String(Math.floor((now % 1000) * 1000)).padStart(6, '0')}`],
  ]);
};

const userEvent = (world: World, r: Request): string => {
  const extra = r.headers.filter(([name]) => !/^(action|actionid|userevent)$/i.test(name));
  const id = r.get('ActionID');
  emit(
    world,
    'UserEvent',
    render([['UserEvent', r.get('UserEvent')], ...(id === '' ? [] : ([['ActionID', id]] as const)), ...extra]),
  );
  return success(r, 'Event Sent');
};

const TABLE: readonly Action[] = [
  { name: 'Atxfer', needs: ['call'], help: 'Attended transfer.', run: attendedTransfer },
  {
    name: 'BlindTransfer',
    needs: ['call'],
    help: 'Blind transfer channel(s) to the given destination',
    run: blindTransfer,
  },
  { name: 'Command', needs: ['command'], help: 'Execute Asterisk CLI Command.', run: commandAction },
  {
    name: 'CoreSettings',
    needs: ['system', 'reporting'],
    help: 'Show PBX core settings (version etc).',
    run: coreSettings,
  },
  {
    name: 'CoreShowChannels',
    needs: ['system', 'reporting'],
    help: 'List currently active channels.',
    run: showChannels,
  },
  { name: 'CoreStatus', needs: ['system', 'reporting'], help: 'Show PBX core status variables.', run: coreStatus },
  {
    name: 'CreateConfig',
    needs: ['config'],
    help: 'Creates an empty file in the configuration directory.',
    run: createConfig,
  },
  { name: 'DBDel', needs: ['system'], help: 'Delete DB entry.', run: databaseDelete },
  { name: 'DBDelTree', needs: ['system'], help: 'Delete DB Tree.', run: databaseDeleteTree },
  { name: 'DBGet', needs: ['system', 'reporting'], help: 'Get DB Entry.', run: databaseGet },
  { name: 'DBPut', needs: ['system'], help: 'Put DB entry.', run: databasePut },
  {
    name: 'DeviceStateList',
    needs: ['call', 'reporting'],
    help: 'List the current known device states.',
    run: deviceStates,
  },
  {
    name: 'Filter',
    needs: ['system'],
    help: 'Dynamically add filters for the current manager session.',
    run: (_w, r) => reply(r, 'Success'),
  },
  { name: 'GetConfig', needs: ['system', 'config'], help: 'Retrieve configuration.', run: getConfig },
  {
    name: 'GetConfigJSON',
    needs: ['system', 'config'],
    help: 'Retrieve configuration (JSON format).',
    run: getConfigJson,
  },
  { name: 'Getvar', needs: ['call', 'reporting'], help: 'Gets a channel variable or function value.', run: getvar },
  { name: 'Hangup', needs: ['call', 'system'], help: 'Hangup channel.', run: hangupAction },
  { name: 'ListCategories', needs: ['config'], help: 'List categories in configuration file.', run: listCategories },
  {
    name: 'MailboxCount',
    needs: ['call', 'reporting'],
    help: 'Check Mailbox Message Count.',
    run: mailboxCount,
  },
  {
    name: 'MixMonitor',
    needs: ['system'],
    help: 'Record a call and mix the audio during the recording.',
    run: mixMonitor,
  },
  { name: 'ModuleCheck', needs: ['system'], help: 'Check if module is loaded.', run: moduleCheck },
  { name: 'ModuleLoad', needs: ['system'], help: 'Module management.', run: moduleLoad },
  { name: 'Originate', needs: ['originate'], help: 'Originate a call.', run: originateAction },
  { name: 'PJSIPShowAors', needs: ['system'], help: 'Lists PJSIP AORs.', run: showAors },
  { name: 'PJSIPShowAuths', needs: ['system'], help: 'Lists PJSIP Auths.', run: showAuths },
  { name: 'PJSIPShowContacts', needs: ['system'], help: 'Lists PJSIP Contacts.', run: showContacts },
  {
    name: 'PJSIPShowEndpoint',
    needs: ['system'],
    help: 'Detail listing of an endpoint and its objects.',
    run: showEndpoint,
  },
  { name: 'PJSIPShowEndpoints', needs: ['system'], help: 'Lists PJSIP endpoints.', run: showEndpoints },
  {
    name: 'PJSIPShowRegistrationInboundContactStatuses',
    needs: ['system'],
    help: 'Lists ContactStatuses for PJSIP inbound registrations.',
    run: showInboundContacts,
  },
  { name: 'Park', needs: ['call'], help: 'Park a channel.', run: parkAction },
  { name: 'ParkedCalls', needs: [], help: 'List parked calls.', run: parkedCalls },
  { name: 'PlayDTMF', needs: ['call'], help: 'Play DTMF signal on a specific channel.', run: playDtmf },
  { name: 'Ping', needs: [], help: 'Keepalive command.', run: ping },
  { name: 'QueueAdd', needs: ['agent'], help: 'Add interface to queue.', run: queueAdd },
  { name: 'QueueChangePriorityCaller', needs: [], help: 'Change priority of a caller on queue.', run: queuePriority },
  {
    name: 'QueueMemberRingInUse',
    needs: ['agent'],
    help: 'Set the ringinuse value for a queue member.',
    run: queueRingInUse,
  },
  { name: 'QueuePause', needs: ['agent'], help: 'Makes a queue member temporarily unavailable.', run: queuePause },
  { name: 'QueuePenalty', needs: ['agent'], help: 'Set the penalty for a queue member.', run: queuePenalty },
  {
    name: 'QueueReload',
    needs: [],
    help: 'Reload a queue, queues, or any sub-section of a queue or queues.',
    run: (world, r) => {
      loadModule(world, 'app_queue');
      return success(r, 'Queue reloaded successfully');
    },
  },
  { name: 'QueueRemove', needs: ['agent'], help: 'Remove interface from queue.', run: queueRemove },
  { name: 'QueueReset', needs: [], help: 'Reset queue statistics.', run: queueReset },
  { name: 'QueueRule', needs: [], help: 'Queue Rules.', run: (_w, r) => reply(r, 'Success') },
  { name: 'QueueStatus', needs: [], help: 'Show queue status.', run: queueStatus },
  { name: 'QueueSummary', needs: [], help: 'Show queue summary.', run: queueSummary },
  {
    name: 'QueueWithdrawCaller',
    needs: [],
    help: 'Request to withdraw a caller from the queue back to the dialplan.',
    run: queueWithdraw,
  },
  { name: 'Redirect', needs: ['call'], help: 'Redirect (transfer) a call.', run: redirectAction },
  { name: 'Reload', needs: ['system', 'config'], help: 'Send a reload event.', run: reload },
  {
    name: 'ShowDialPlan',
    needs: ['config', 'reporting'],
    help: 'Show dialplan contexts and extensions',
    run: showDialplan,
  },
  {
    name: 'StopMixMonitor',
    needs: ['system', 'call'],
    help: "Stop recording a call through MixMonitor, and free the recording's file handle.",
    run: stopMixMonitor,
  },
  { name: 'UpdateConfig', needs: ['config'], help: 'Update basic configuration.', run: updateConfig },
  { name: 'UserEvent', needs: ['user'], help: 'Send an arbitrary event.', run: userEvent },
];

const BY_NAME = new Map(TABLE.map((a) => [a.name.toLowerCase(), a]));

const mayRun = ({ needs }: Action, write: ReadonlySet<string> | null): boolean =>
  write === null || needs.length === 0 || needs.some((c) => write.has(c));

/** Returns the allowed actions in the format of manager.c. `write`: classes of the user, null for all. */
export const listCommands = (r: Request, write: ReadonlySet<string> | null): string =>
  reply(
    r,
    'Success',
    TABLE.filter((a) => mayRun(a, write)).map(
      (a) => [a.name, `${a.help}  (Priv: ${a.needs.length === 0 ? '<none>' : [...a.needs, 'all'].join(',')})`] as const,
    ),
  );

/** Runs an action. `write`: classes of the user, null for all. Returns null for an unknown action. */
export const runAction = (world: World, request: Request, write: ReadonlySet<string> | null): string | null => {
  const action = BY_NAME.get(request.get('Action').toLowerCase());
  if (!action) return null;
  if (!mayRun(action, write)) return refusal(request, 'Permission denied');
  return action.run(world, request);
};
