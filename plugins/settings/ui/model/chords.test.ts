import { expect, test } from 'vitest';
import { chordOf, conflictsOf, isSameChord, type KeyPress, reassigned } from './chords.ts';

const none: KeyPress = { key: '', code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
const press = (key: string, held: Partial<KeyPress> = {}) => ({ ...none, key, ...held });

test('pressed keys are converted to the notation of manifests on each system, whatever character they type', () => {
  const pressed: readonly (readonly [KeyPress, boolean])[] = [
    [press('k', { ctrlKey: true }), false],
    [press('K', { ctrlKey: true, shiftKey: true }), false],
    [press('k', { metaKey: true }), true],
    [press('k', { ctrlKey: true }), true],
    [press('k', { metaKey: true }), false],
    [press('¬', { altKey: true, code: 'KeyL' }), true],
    [press('л', { ctrlKey: true, code: 'KeyK' }), false],
    [press('F5'), false],
    [press(',', { ctrlKey: true }), false],
    [press('ArrowUp', { altKey: true }), false],
    [press('Control', { ctrlKey: true }), false],
    [press('k'), false],
    [press(' ', { ctrlKey: true }), false],
    [press('é', { ctrlKey: true }), false],
  ];
  expect(pressed.map(([one, onMac]) => chordOf(one, onMac))).toEqual([
    'Mod+K',
    'Mod+Shift+K',
    'Mod+K',
    'Ctrl+K',
    'Meta+K',
    'Alt+L',
    'Mod+K',
    'F5',
    'Mod+,',
    'Alt+ArrowUp',
    'incomplete',
    'invalid',
    'invalid',
    'invalid',
  ]);
});

test('the same keys are recognised in any notation, and can be reassigned from the commands that have them', () => {
  const all = [
    { command: 'a.one', usual: ['Mod+Alt+B', 'Mod+P'] },
    { command: 'b.two', usual: ['Mod+X'], chosen: ['Alt+Mod+b'] },
    { command: 'c.three', usual: ['Alt+Mod+B'], chosen: [] },
  ];
  expect({
    same: [isSameChord('Mod+Alt+B', 'Alt+Ctrl+b'), isSameChord('Mod+B', 'Mod+Shift+B')],
    conflicts: conflictsOf(all, 'd.four', 'Mod+Alt+B'),
    reassigned: reassigned(all, 'd.four', 'Mod+Alt+B'),
  }).toEqual({
    same: [true, false],
    conflicts: ['a.one', 'b.two'],
    reassigned: [
      { command: 'a.one', keys: ['Mod+P'] },
      { command: 'b.two', keys: [] },
      { command: 'd.four', keys: ['Mod+Alt+B'] },
    ],
  });
});
