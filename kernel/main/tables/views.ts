/** Which extension shows which view. */
export class Views {
  readonly #owners = new Map<string, string>();

  /** Claims a view's id; if it is claimed already, the first owner keeps it and is returned. */
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
