import { expect, test } from 'vitest';
import { CutArguments } from './cut-arguments.ts';

test.each([
  ['{"command":"ls"}', false],
  [' {"command":"ls"}\n', false],
  // As models write it.
  ['{"command":"a\nb"}', false],
  ['{"command":"grep \\d x"}', false],
  ['{"command":"grep \\\\d \\u00e9 x"}', false],
  // Never run by the engine.
  ['', false],
  ['[1]', false],
  ['{"command":"rm -r build', true],
  ['{"command":"ls"', true],
  ['{"command":"echo "hi" there"}', true],
  ['{"command":"ls"}{"command":"pwd"}', true],
])('of the arguments %j it is known whether they came in part: %s', (json, isCut) => {
  const cut = new CutArguments();
  cut.begin();
  for (const letter of json) cut.write(1, letter);
  cut.end(1, 'call');
  expect(cut.has('call')).toBe(isCut);
});
