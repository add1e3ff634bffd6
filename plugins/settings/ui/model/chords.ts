import type { CommandKeys } from '../../contract/index.ts';

/** What is told of a key press. */
export type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

const modifiers = ['Control', 'Alt', 'AltGraph', 'Shift', 'Meta', 'CapsLock', 'Dead', 'Process'];
const writable =
  /^(?:[A-Za-z0-9`\-=[\];',./\\]|F[1-9]\d?|Enter|Backspace|Delete|Insert|Home|End|PageUp|PageDown|Tab|Arrow(?:Up|Down|Left|Right))$/;

/**
 * The keys of a press as a manifest writes them; `waiting` while only modifiers are held, and `unfit` for what is merely typed or
 * cannot be written.
 */
export function chordOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: Press, onMac: boolean): string | 'waiting' | 'unfit' {
  if (modifiers.includes(key)) return 'waiting';
  const named = writtenKey(key, code);
  const isFunction = /^F\d/.test(named);
  if (!writable.test(named) || !(ctrlKey || metaKey || altKey || isFunction)) return 'unfit';
  const isMod = onMac ? metaKey : ctrlKey;
  const isOther = onMac ? ctrlKey : metaKey;
  const held = [isMod && 'Mod', isOther && (onMac ? 'Ctrl' : 'Meta'), altKey && 'Alt', shiftKey && 'Shift'].filter(Boolean);
  return [...held, named].join('+');
}

/** With Alt, and in other scripts, a key types something else than stands on it; then it is called by its place. */
function writtenKey(key: string, code: string): string {
  if (/^[a-z0-9]$/i.test(key)) return key.toUpperCase();
  const place = /^(?:Key|Digit)(.)$/.exec(code)?.[1];
  return place ?? key;
}

/** The keys that a command has now. */
export function keysNow({ usual, chosen }: CommandKeys): readonly string[] {
  return chosen ?? usual;
}

/** Two written chords that are the same keys. */
export function isSameChord(one: string, other: string): boolean {
  const sorted = (chord: string) => {
    const parts = chord.split('+');
    const key = parts.pop() ?? '';
    return [...parts.map(part => (part === 'Ctrl' ? 'Mod' : part)).toSorted(), key.toUpperCase()].join('+');
  };
  return sorted(one) === sorted(other);
}

/** The commands that have these keys too. */
export function conflictsOf(all: readonly CommandKeys[], command: string, chord: string): readonly string[] {
  return all.filter(one => one.command !== command && keysNow(one).some(key => isSameChord(key, chord))).map(one => one.command);
}

/** What to keep so that the keys belong to this command and to no other. */
export function taken(all: readonly CommandKeys[], command: string, chord: string): { command: string; keys: string[] }[] {
  const others = conflictsOf(all, command, chord).map(other => {
    const keys = keysNow(all.find(one => one.command === other) ?? { command: other, usual: [] });
    return { command: other, keys: keys.filter(key => !isSameChord(key, chord)) };
  });
  return [...others, { command, keys: [chord] }];
}
