/** What this browser remembers of the window, so that the first paint needs nobody: a value by name, as JSON. */
export function kept<T>(name: string, fits: (value: unknown) => value is T): T | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(name) ?? 'null');
    return fits(value) ? value : undefined;
  } catch {
    // Unreadable or forbidden: as good as nothing, and the next `keep` mends it.
    return undefined;
  }
}

export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // A full or forbidden storage costs a flash at the next start and nothing else.
  }
}
