import type { SliceMap } from '@atelier/kernel/ui';

/** What the message that brings a frame its port calls itself. */
export const startKind = 'atelier:start';

/** What a frame is told together with its port: which view it is, and what the view would otherwise have to ask for. */
export interface FrameStart {
  readonly kind: typeof startKind;
  readonly view: { readonly id: string; readonly slot: string; readonly element?: string; readonly ui?: string };
  readonly slices: SliceMap;
  readonly state: unknown;
  readonly chords: readonly string[];
}

/** What is told of a key press; a subset of `KeyboardEvent`. */
export interface KeyFacts {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** How a view can fail that is still able to say so. */
export type Failing = 'load' | 'element' | 'threw';

/** `Ctrl+Alt+Shift+Meta+K`, always in this order, so that two of them can be compared as texts. */
export function chordOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyFacts): string {
  const held = [ctrlKey && 'Ctrl', altKey && 'Alt', shiftKey && 'Shift', metaKey && 'Meta'].filter(name => name !== false);
  return [...held, key.length === 1 ? key.toUpperCase() : key].join('+');
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

const modifiers: readonly string[] = ['Control', 'Alt', 'AltGraph', 'Shift', 'Meta'];

/** Whether a key press may be meant for the window. What is merely typed stays in the frame. */
export function isChord({ key, ctrlKey, metaKey, altKey }: KeyFacts): boolean {
  if (modifiers.includes(key)) return false;
  return ctrlKey || metaKey || altKey || key === 'Escape' || /^F[1-9][0-9]?$/.test(key);
}
