import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundedOutput } from './bounded-output.ts';

const limits = { headBytes: 40, tailBytes: 60, headLines: 4, tailLines: 5 };

function through(chunks: readonly Buffer[]) {
  const passed: Buffer[] = [];
  const output = boundedOutput(data => passed.push(Buffer.from(data)), limits);
  for (const chunk of chunks) output.add(chunk);
  const { cut } = output.end();
  return { text: Buffer.concat(passed).toString('utf8'), cut };
}

test('S17: output is its beginning and its end, and what is cut is counted to the byte', () => {
  const line = fc.string({ unit: fc.constantFrom('a', 'é', '\n', '🙂'), maxLength: 60 });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), fc.integer({ min: 1, max: 50 }), (lines, size) => {
      const whole = Buffer.from(lines.join(''));
      const chunks = Array.from({ length: Math.ceil(whole.length / size) }, (_, index) => whole.subarray(index * size, (index + 1) * size));
      const { text, cut } = through(chunks);
      const [head = '', tail = ''] = text.split(/\n\[[\d,]+ bytes of output are left out here\]\n/);
      const kept = Buffer.byteLength(head) + Buffer.byteLength(tail);
      const bounded = Buffer.byteLength(head) <= 43 && Buffer.byteLength(tail) <= 60 && tail.split('\n').length <= 7;
      if (cut === 0) return text === whole.toString('utf8');
      return bounded && whole.length === kept + cut && whole.toString('utf8').startsWith(head) && whole.toString('utf8').endsWith(tail);
    }),
    { numRuns: 2_000 },
  );
});

test('short output is passed on as it comes', () => {
  expect(through([Buffer.from('a\n'), Buffer.from('b')])).toEqual({ text: 'a\nb', cut: 0 });
});
