import type { Found } from './manifest/manifest.ts';

/** Who is meant by what happens: the wake events, derived from manifests and never listed by hand. */
export class Wakers {
  readonly #tappers = new Map<string, string[]>();

  /** Starts anew from the extensions that may run, in plan order. */
  learn(order: readonly Found[]): void {
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

  /** Those who tap a hook, asleep or not, in plan order. */
  tappersOf(hook: string): readonly string[] {
    return this.#tappers.get(hook) ?? [];
  }
}
