/** Shared through globalThis, because a test may load this file twice (as source and through the package's name). */
const key = Symbol.for('atelier.open');
const shared = globalThis as { [key]?: Set<{ readonly label: string }> };

/** Marks a resource as open until the returned function is called; a test that ends with it open fails with this label. */
export function trackOpen(label: string): () => void {
  shared[key] ??= new Set();
  const open = shared[key];
  const entry = { label };
  open.add(entry);
  return () => {
    open.delete(entry);
  };
}

/** The labels of the open resources, in the order of opening. */
export function openLabels(): readonly string[] {
  return [...(shared[key] ?? [])].map(entry => entry.label);
}
