// RTPAUDIOQOS of an ending leg: jitter and round-trip time in seconds, losses in packets, no trailing semicolon.
import { emitChannel } from './emit.ts';
import type { Channel, World } from './model.ts';

/** Most legs have no loss. A fixed set of phones has a bad connection. */
const linkOf = (world: World, channel: Channel): { loss: number; jitter: number; rtt: number } => {
  let h = 7;
  for (const char of channel.device.endpoint) h = (h * 31 + char.charCodeAt(0)) >>> 0;
  const bad = h % 11 === 0;
  const trunk = channel.device === world.trunk;
  return {
    loss: bad ? world.random.between(0.004, 0.03) : world.random.chance(0.15) ? world.random.between(0, 0.004) : 0,
    jitter: (bad ? 0.012 : trunk ? 0.004 : 0.002) * world.random.between(0.4, 1.6),
    rtt: (bad ? 0.12 : trunk ? 0.045 : 0.018) * world.random.between(0.6, 1.5),
  };
};

export const reportQuality = (world: World, channel: Channel): void => {
  // The channel has no media.
  if (channel.state === 0 || channel.state === 5 || channel.name.startsWith('Local/')) return;
  const seconds = channel.mediaFrom === null ? 0 : (world.clock.now() - channel.mediaFrom) / 1000;
  const packets = Math.max(0, Math.round(seconds * 50) - 1);
  const { loss, jitter, rtt } = linkOf(world, channel);
  const lost = Math.round(packets * loss);
  const received = packets - lost;
  const farLost = Math.round(packets * loss * world.random.between(0.3, 1.2));
  const spoke = seconds >= 5;
  const mes = spoke ? Math.max(20, 88.09 - loss * 1500 - jitter * 400 - rtt * 20) : 0;
  const number = (value: number): string => value.toFixed(6);
  const value =
    `ssrc=${world.random.whole(1e8, 2e9)};themssrc=${packets === 0 ? 0 : world.random.whole(1e8, 2e9)};` +
    `lp=${lost};rxjitter=${number(packets === 0 ? 0 : jitter)};rxcount=${received};` +
    `txjitter=${number(spoke ? jitter * 0.8 : 0)};txcount=${packets};rlp=${spoke ? farLost : 0};` +
    `rtt=${number(spoke ? rtt : 0)};rxmes=${number(mes)};txmes=${number(mes)}`;
  emitChannel(world, 'VarSet', channel, [
    ['Variable', 'RTPAUDIOQOS'],
    ['Value', value],
  ]);
};
