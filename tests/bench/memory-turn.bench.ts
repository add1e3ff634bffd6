import { opened } from '../../plugins/memory/tests/whole-agent.fixture.ts';
import type { Bench, Row } from './bench.ts';
import { alternating, timed } from './measure.ts';

const longer = 'It is said at length, so that there is enough in it for a capture. '.repeat(6);
const isCapture = ({ body }: { body: { messages?: unknown } }) => JSON.stringify(body.messages).includes('Answer with JSON only');

/**
 * What capture adds to a turn: the same turn of the whole agent with capture off, with it on, and with a conversation that is due when the
 * turn begins, one after the other.
 */
export default {
  name: 'memory-turn',
  async run(): Promise<Row[]> {
    await using at = await opened();
    const due = await at.turn(`My boat is called Kereon. ${longer}`);
    const conversation = await at.turn('Hello');
    const turn = async (paused: boolean, isDue = false): Promise<number> => {
      await at.memory.call('setCapture', { paused, perDay: 1000 });
      if (isDue) {
        at.server.script({ when: isCapture, text: '{"memories":[]}' });
        await at.turn(`One more thing. ${longer}`, [], due);
        for (const archived of [false, true]) await at.archive(due, archived);
      }
      const took = await timed(async () => await at.turn('And now?', [], conversation));
      // What was due is captured before the next turn is measured.
      if (isDue) await at.capture(due);
      return took;
    };
    const measured = await alternating(40, {
      off: async () => await turn(true),
      on: async () => await turn(false),
      due: async () => await turn(false, true),
    });
    return [
      { what: 'a turn with capture off', value: measured.time('off'), unit: 'ms' },
      { what: 'a turn with capture on', value: measured.time('on'), unit: 'ms', ratio: measured.ratio('on', 'off'), limit: 1.1 },
      {
        ...{ what: 'a turn that begins as another conversation is due', value: measured.time('due'), unit: 'ms' },
        ...{ ratio: measured.ratio('due', 'off'), limit: 1.25 },
      },
    ];
  },
} satisfies Bench;
