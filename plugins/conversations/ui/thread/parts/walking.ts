/** Whether a key belongs to what has the focus: it is written there, or presses it. */
export function isTaken(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches('input, textarea, select')) return true;
  // Over the page lies something that keys belong to.
  if (event.composedPath().some(each => each instanceof HTMLElement && each.matches('dialog, [popover], [role=menu], [role=listbox]')))
    return true;
  return event.key === 'Enter' && target.matches('button, a, [role=link], [role=button], summary');
}

/** The message before or after the one that one is at: the next key of those that are messages. */
export function stepFrom(keys: readonly string[], at: string | undefined, step: 1 | -1): string | undefined {
  const index = at === undefined ? -1 : keys.indexOf(at);
  if (index === -1) return step === 1 ? keys[0] : keys.at(-1);
  return keys[index + step];
}
