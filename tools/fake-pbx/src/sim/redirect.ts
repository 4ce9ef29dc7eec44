// Sends a channel to a context and extension.
import { dialplan } from './channels.ts';
import { dialExtension } from './dial.ts';
import type { Channel, World } from './model.ts';
import { enterQueue } from './traffic.ts';

/** A number of the plan or a queue's name leads to the queue, as in many dialplans. Anything else is an extension. */
export const sendTo = (world: World, channel: Channel, context: string, exten: string): void => {
  const queue = world.dids.get(exten) ?? world.queues.get(exten);
  if (queue) {
    dialplan(
      world,
      channel,
      { context: 'did', exten, priority: 1 },
      'Gosub',
      `enter-queue,s,1(${queue.name},${queue.plan.maxWait})`,
    );
    enterQueue(world, queue, channel);
    return;
  }
  const tenant = world.plan.tenants.some((t) => context === `${t.name}-internal`)
    ? context
    : `${channel.account}-internal`;
  dialExtension(world, channel, exten, tenant);
};

/** Returns false if the channel cannot leave its state, such as a ringing phone or a leg during set-up. */
export const redirect = (world: World, channel: Channel, context: string, exten: string): boolean => {
  if (channel.gone || !channel.driver?.release(channel)) return false;
  sendTo(world, channel, context, exten);
  return true;
};
