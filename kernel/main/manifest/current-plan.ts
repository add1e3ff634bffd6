import type { Found } from './manifest.ts';

/** The extensions that may run now, in order, and those that each hook wakes. The reconciler sets it. */
export class CurrentPlan {
  #positions: ReadonlyMap<string, number> = new Map();
  readonly #tappers = new Map<string, string[]>();

  /** Replaces the order of the extensions that may run. */
  set(order: readonly Found[]): void {
    this.#positions = new Map(order.map(({ id }, position) => [id, position]));
    this.#tappers.clear();
    for (const { id, atelier } of order) {
      if (atelier.taps === undefined) continue;
      for (const hook of atelier.taps) {
        const those = this.#tappers.get(hook);
        if (those) those.push(id);
        else this.#tappers.set(hook, [id]);
      }
    }
  }

  /** The position of an extension; undefined if it may not run. */
  position(id: string): number | undefined {
    return this.#positions.get(id);
  }

  /** The same as a number to sort by: extensions that may not run come last. */
  rank(id: string): number {
    return this.#positions.get(id) ?? this.#positions.size;
  }

  inOrder<Planned extends { readonly found: Found }>(all: Iterable<Planned>): Planned[] {
    return [...all].sort((a, b) => this.rank(a.found.id) - this.rank(b.found.id));
  }

  /** The extensions that tap a hook, in any state, in plan order. */
  tappersOf(hook: string): readonly string[] {
    return this.#tappers.get(hook) ?? [];
  }
}
