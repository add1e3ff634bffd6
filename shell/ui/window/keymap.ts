/** The facts of a pressed key, from the page or from a frame. */
export type PressedKey = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

const isMac = /mac|iphone|ipad/i.test(navigator.platform);

/** `Mod+Shift+K` of a manifest and the same keys under the fingers become the same word. */
export function chordOf(written: string): string {
  const parts = written.split('+');
  const key = parts.pop() ?? '';
  const has = (name: string) => parts.includes(name);
  return word(key.toLowerCase(), {
    ctrlKey: has('Ctrl') || (has('Mod') && !isMac),
    metaKey: has('Meta') || (has('Mod') && isMac),
    altKey: has('Alt'),
    shiftKey: has('Shift'),
  });
}

/** The words a pressed key may be meant by: by what it types, and by where it lies for layouts that type something else there. */
export function chordsOf(pressed: PressedKey): readonly string[] {
  const byPlace = /^(?:Key|Digit)(.)$/.exec(pressed.code)?.[1]?.toLowerCase();
  const typed = word(pressed.key.toLowerCase(), pressed);
  return byPlace === undefined ? [typed] : [typed, word(byPlace, pressed)];
}

/** A key that types or moves belongs to whoever has the focus. */
export function isChord({ key, ctrlKey, metaKey, altKey }: PressedKey): boolean {
  return ctrlKey || metaKey || altKey || /^F\d+$/.test(key);
}

function word(key: string, { ctrlKey, metaKey, altKey, shiftKey }: Omit<PressedKey, 'key' | 'code'>): string {
  return [ctrlKey && 'ctrl', metaKey && 'meta', altKey && 'alt', shiftKey && 'shift', key].filter(Boolean).join('+');
}
