const fields = 'input, textarea, select, iframe, [contenteditable]:not([contenteditable=false])';

/** Whether a key press is a question mark, and not one that somebody writes: it asks for the keys. */
export function asksForKeys(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, isComposing, defaultPrevented } = event;
  if (key !== '?' || ctrlKey || metaKey || altKey || isComposing || defaultPrevented) return false;
  return !event.composedPath().some(at => at instanceof Element && at.matches(`dialog, ${fields}`));
}
