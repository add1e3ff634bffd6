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

/**
 * What a pressed key may be meant by: what it types, the same without the Shift that some layouts need to type it, and where it
 * lies for layouts that type something else there.
 */
export function chordsOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyFacts): readonly string[] {
  // One by one, because an event's facts are not its own and a copy would have none of them.
  const pressed: KeyFacts = { key, code, ctrlKey, metaKey, altKey, shiftKey };
  const isSign = key.length === 1 && key.toUpperCase() === key.toLowerCase();
  const place = /^(?:Key|Digit)(.)$/.exec(code)?.[1];
  return [
    chordOf(pressed),
    ...(shiftKey && isSign ? [chordOf({ ...pressed, shiftKey: false })] : []),
    ...(place === undefined ? [] : [chordOf({ ...pressed, key: place })]),
  ];
}

export { isChord, type KeyFacts };
