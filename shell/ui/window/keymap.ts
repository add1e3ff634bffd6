import { chordOf, isChord, type KeyFacts } from '../../frame/protocol.ts';

const isMac = /mac|iphone|ipad/i.test(navigator.platform);

/** `Mod+Shift+K` of a manifest, as the same keys under the fingers are written. */
export function writtenChord(written: string): string {
  const parts = written.split('+');
  const key = parts.pop() ?? '';
  const has = (name: string) => parts.includes(name);
  return chordOf({
    key,
    code: '',
    ctrlKey: has('Ctrl') || (has('Mod') && !isMac),
    metaKey: has('Meta') || (has('Mod') && isMac),
    altKey: has('Alt'),
    shiftKey: has('Shift'),
  });
}

/** What a pressed key may be meant by: what it types, and where it lies for layouts that type something else there. */
export function chordsOf(pressed: KeyFacts): readonly string[] {
  const place = /^(?:Key|Digit)(.)$/.exec(pressed.code)?.[1];
  return place === undefined ? [chordOf(pressed)] : [chordOf(pressed), chordOf({ ...pressed, key: place })];
}

export { isChord, type KeyFacts };
