/** A value that this browser has stored for the window, so that the first paint needs no connection. */
export function readStored<T>(name: string, fits: (value: unknown) => value is T): T | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(name) ?? 'null');
    return fits(value) ? value : undefined;
  } catch {
    // Unreadable or forbidden: treated as missing; the next `store` replaces it.
    return undefined;
  }
}

export function store(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // A full or forbidden storage only means a flash at the next start.
  }
}
