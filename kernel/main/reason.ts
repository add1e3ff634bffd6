/** The sentence of whatever was thrown, ending in a full stop so that it can stand inside another text. */
export function reasonOf(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
