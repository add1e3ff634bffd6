import { chordOf, chordsOf, isChord, type KeyFacts } from '../../frame/protocol.ts';

const isMac = /mac|iphone|ipad/i.test(navigator.platform);

/** A key of a manifest, such as `Mod+Shift+K`, in the form of `chordOf` on this system. */
export function normalizedChord(written: string): string {
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

export { chordsOf, isChord, type KeyFacts };
