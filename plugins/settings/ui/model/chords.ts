import type { CommandKeys } from '../../contract/index.ts';

export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

const modifiers = ['Control', 'Alt', 'AltGraph', 'Shift', 'Meta', 'CapsLock', 'Dead', 'Process'];
const writableKeys =
  /^(?:[A-Za-z0-9`\-=[\];',./\\]|F[1-9]\d?|Enter|Backspace|Delete|Insert|Home|End|PageUp|PageDown|Tab|Arrow(?:Up|Down|Left|Right))$/;

/** A key press in the notation of manifests; `incomplete` if only modifiers are held, `invalid` if it is plain typing or has no notation. */
export function chordOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyPress, onMac: boolean): string | 'incomplete' | 'invalid' {
  if (modifiers.includes(key)) return 'incomplete';
  const name = keyName(key, code);
  const isFunction = /^F\d/.test(name);
  if (!writableKeys.test(name) || !(ctrlKey || metaKey || altKey || isFunction)) return 'invalid';
  const isMod = onMac ? metaKey : ctrlKey;
  const isOther = onMac ? ctrlKey : metaKey;
  const held = [isMod && 'Mod', isOther && (onMac ? 'Ctrl' : 'Meta'), altKey && 'Alt', shiftKey && 'Shift'].filter(Boolean);
  return [...held, name].join('+');
}

/** The name of a key. With Alt and in other scripts a key types another character, so it is named by its physical position. */
function keyName(key: string, code: string): string {
  if (/^[a-z0-9]$/i.test(key)) return key.toUpperCase();
  const position = /^(?:Key|Digit)(.)$/.exec(code)?.[1];
  return position ?? key;
}

/** The keys that a command has now. */
export function currentKeys({ usual, chosen }: CommandKeys): readonly string[] {
  return chosen ?? usual;
}

/** Whether two notations mean the same keys. */
export function isSameChord(one: string, other: string): boolean {
  const sorted = (chord: string) => {
    const parts = chord.split('+');
    const key = parts.pop() ?? '';
    return [...parts.map(part => (part === 'Ctrl' ? 'Mod' : part)).toSorted(), key.toUpperCase()].join('+');
  };
  return sorted(one) === sorted(other);
}

/** The other commands that have these keys. */
export function conflictsOf(all: readonly CommandKeys[], command: string, chord: string): readonly string[] {
  return all.filter(one => one.command !== command && currentKeys(one).some(key => isSameChord(key, chord))).map(one => one.command);
}

/** The changes after which only this command has these keys. */
export function reassigned(all: readonly CommandKeys[], command: string, chord: string): { command: string; keys: string[] }[] {
  const others = conflictsOf(all, command, chord).map(other => {
    const keys = currentKeys(all.find(one => one.command === other) ?? { command: other, usual: [] });
    return { command: other, keys: keys.filter(key => !isSameChord(key, chord)) };
  });
  return [...others, { command, keys: [chord] }];
}
