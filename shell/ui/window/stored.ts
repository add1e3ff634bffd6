/** A value that the window has stored in this browser, so that the first paint needs no connection. */
export function readStored<T>(name: string, isValid: (value: unknown) => value is T): T | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(name) ?? 'null');
    return isValid(value) ? value : undefined;
  } catch {
    // An unreadable value counts as missing, and the next `store` replaces it.
    return undefined;
  }
}

export function store(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Without the stored value, the next start only paints the defaults first.
  }
}
