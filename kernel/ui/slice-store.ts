import type { Handle } from '@atelier/kernel';
import type { SliceMap, Slices } from './view.ts';

type Listener = (value: never) => void;

/** Holds the context of views. Setting an equal value notifies no listener. */
export class SliceStore implements Slices {
  readonly #values: SliceMap;
  readonly #listeners = new Map<keyof SliceMap, Set<Listener>>();

  constructor(values: SliceMap) {
    this.#values = { ...values };
  }

  get<K extends keyof SliceMap>(name: K): SliceMap[K] {
    return this.#values[name];
  }

  set<K extends keyof SliceMap>(name: K, value: SliceMap[K]): void {
    if (JSON.stringify(this.#values[name]) === JSON.stringify(value)) return;
    this.#values[name] = value;
    for (const listener of [...(this.#listeners.get(name) ?? [])]) (listener as (value: SliceMap[K]) => void)(value);
  }

  watch<K extends keyof SliceMap>(name: K, listener: (value: SliceMap[K]) => void): Handle {
    const listeners = this.#listeners.get(name) ?? new Set<Listener>();
    this.#listeners.set(name, listeners.add(listener as Listener));
    return { dispose: () => void listeners.delete(listener as Listener) };
  }
}

/** The slices that each view has of its own; the others are those of its window. */
export type OwnSlices = Pick<SliceMap, 'widget' | 'visible' | 'params'>;

/** The context of one view: its own size, visibility and params, and the rest from its window. */
export class ViewSlices implements Slices {
  readonly #window: Slices;
  readonly #own: SliceStore;

  constructor(window: Slices, own: OwnSlices) {
    this.#window = window;
    this.#own = new SliceStore(own as SliceMap);
  }

  get<K extends keyof SliceMap>(name: K): SliceMap[K] {
    return this.#of(name).get(name);
  }

  set<K extends keyof OwnSlices>(name: K, value: SliceMap[K]): void {
    this.#own.set(name, value);
  }

  watch<K extends keyof SliceMap>(name: K, listener: (value: SliceMap[K]) => void): Handle {
    return this.#of(name).watch(name, listener);
  }

  #of(name: keyof SliceMap): Slices {
    return name === 'widget' || name === 'visible' || name === 'params' ? this.#own : this.#window;
  }
}

/** The names of all slices, for code that forwards the whole context. */
export const sliceNames = [
  'locale',
  'theme',
  'contrast',
  'mode',
  'conversation',
  'project',
  'thread',
  'widget',
  'visible',
  'params',
] as const satisfies readonly (keyof SliceMap)[];
