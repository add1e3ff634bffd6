import type { Handle } from '@atelier/kernel';
import type { SliceMap, Slices } from './view.ts';

type Listener = (value: never) => void;

/** Holds the context of views. Setting a value that says the same as before wakes nobody. */
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
