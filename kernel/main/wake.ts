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

/** Which extension shows which view. */
export class Views {
  readonly #owners = new Map<string, string>();

  /** Takes a view's id; the owner of one that is taken already keeps it, and is returned. */
  claim(view: string, owner: string): string | undefined {
    const there = this.#owners.get(view);
    if (there === undefined) this.#owners.set(view, owner);
    return there;
  }

  release(owner: string): void {
    for (const [view, claimed] of this.#owners) {
      if (claimed === owner) this.#owners.delete(view);
    }
  }

  ownerOf(view: string): string | undefined {
    return this.#owners.get(view);
  }
}
