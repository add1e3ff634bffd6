/** Shared through globalThis, because a test may load this file twice (once as source, once through the package's name). */
const key = Symbol.for('atelier.open');
const shared = globalThis as { [key]?: Set<{ readonly label: string }> };

/** Notes that something is open until the returned function runs; a test that ends with it open fails by this label. */
export function trackOpen(label: string): () => void {
  shared[key] ??= new Set();
  const open = shared[key];
  const entry = { label };
  open.add(entry);
  return () => {
    open.delete(entry);
  };
}

/** The labels of what is open now, in the order of opening. */
export function openLabels(): readonly string[] {
  return [...(shared[key] ?? [])].map(entry => entry.label);
}
