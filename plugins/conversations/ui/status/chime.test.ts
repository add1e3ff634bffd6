import { expect, onTestFinished, test, vi } from 'vitest';
import { chime } from './chime.ts';

test('the chime plays at 24 % of the volume, whatever it tells of', async () => {
  const loudness: unknown[] = [];
  const node = () => {
    const param = { value: 1, setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
    return {
      gain: param,
      frequency: param,
      type: '',
      connect: (to: unknown) => to,
      disconnect() {},
      start() {},
      stop() {},
      addEventListener() {},
    };
  };
  const speaker = {};
  class Recorded {
    readonly state = 'running';
    readonly currentTime = 0;
    readonly destination = speaker;
    async resume() {}
    createOscillator = node;
    createGain() {
      const made = node();
      // What reaches the speaker goes through one of these.
      const connect = (to: unknown) => {
        if (to === speaker) loudness.push(() => made.gain.value);
        return to;
      };
      return { ...made, connect };
    }
  }
  vi.stubGlobal('AudioContext', Recorded);
  onTestFinished(() => void vi.unstubAllGlobals());
  for (const reason of ['done', 'needsYou', 'failed'] as const) await chime(reason);
  expect(loudness.map(read => (read as () => number)())).toEqual([0.24, 0.24, 0.24]);
});
