import { expect, test } from 'vitest';
import type { Bridge } from '../../contract/index.ts';
import { Bridges, channelIdOf } from './bridges.ts';

const bridge: Bridge = { id: 'irc', title: 'IRC', start: 'irc.start', stop: 'irc.stop', send: 'irc.send' };
const id = channelIdOf('@acme/irc', 'irc');

/** A bridge that starts and is connected if the last of its commands was to start; each of them takes its time. */
async function startingBridge() {
  const state = { isOn: true, isConnected: false };
  const asked: string[] = [];
  const ends: (() => void)[] = [];
  const bridges = new Bridges({
    offered: { items: [{ from: '@acme/irc', value: bridge }], watch: () => ({ dispose: () => undefined }) },
    clock: { now: () => 0, after: () => () => undefined },
    isOn: () => state.isOn,
    async command(command) {
      asked.push(command);
      await new Promise<void>(resolve => ends.push(resolve));
      state.isConnected = command === bridge.start;
      return { state: state.isConnected ? 'connected' : 'offline' };
    },
    ...{ changed: () => undefined, connected: () => undefined, warn: () => undefined, asItself: run => run() },
  });
  bridges.start();
  const settled = () => new Promise(resolve => setImmediate(resolve));
  await settled();
  return {
    ...{ bridges, state, asked },
    switchTo(isOn: boolean): void {
      state.isOn = isOn;
      bridges.switched(id);
    },
    async endAll(): Promise<void> {
      await settled();
      while (ends.length > 0) {
        ends.shift()?.();
        await settled();
      }
    },
  };
}

test('a channel that is switched off and on while it starts is connected at once, and its bridge was told both', async () => {
  const at = await startingBridge();
  at.switchTo(false);
  const shown = at.bridges.connection(id).state;
  at.switchTo(true);
  await at.endAll();
  expect({ shown, asked: at.asked, state: at.bridges.connection(id).state }).toEqual({
    shown: 'off',
    asked: ['irc.start', 'irc.stop', 'irc.start'],
    state: 'connected',
  });
});

test('a channel that is switched off while it starts is off in the end, and so is its bridge', async () => {
  const at = await startingBridge();
  at.switchTo(false);
  await at.endAll();
  expect({ asked: at.asked, state: at.bridges.connection(id).state, isConnected: at.state.isConnected }).toEqual({
    asked: ['irc.start', 'irc.stop'],
    state: 'off',
    isConnected: false,
  });
});
