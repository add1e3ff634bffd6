import type { SliceMap } from '@atelier/kernel/ui';

/** The kind of the message that brings a frame its port. */
export const startKind = 'atelier:start';

/** Sent to a frame together with its port: its view, and the data that the view would otherwise have to request. */
export interface FrameStart {
  readonly kind: typeof startKind;
  readonly view: { readonly id: string; readonly slot: string; readonly element?: string; readonly ui?: string };
  readonly slices: SliceMap;
  readonly state: unknown;
  readonly chords: readonly string[];
}

/** The reported data of a key press; a subset of `KeyboardEvent`. */
export interface KeyFacts {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** The failures that a view can report itself. */
export type Failing = 'load' | 'element' | 'threw';

/** `Ctrl+Alt+Shift+Meta+K`, always in this order, so that two chords can be compared as strings. */
export function chordOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyFacts): string {
  const held = [ctrlKey && 'Ctrl', altKey && 'Alt', shiftKey && 'Shift', metaKey && 'Meta'].filter(name => name !== false);
  return [...held, key.length === 1 ? key.toUpperCase() : key].join('+');
}

/**
 * The chords that a key press can match: by its character, by the same without the Shift that some layouts need for it, and by its
 * physical position for layouts with another character there.
 */
export function chordsOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyFacts): readonly string[] {
  // Copied one by one, because a KeyboardEvent's properties are inherited getters, which a spread does not copy.
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

/** Whether a key press may be a shortcut of the window. Plain typing stays in the frame. */
export function isChord({ key, ctrlKey, metaKey, altKey }: KeyFacts): boolean {
  if (modifiers.includes(key)) return false;
  return ctrlKey || metaKey || altKey || key === 'Escape' || /^F[1-9][0-9]?$/.test(key);
}
