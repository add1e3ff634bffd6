/** Whether the focused element handles a key itself: it is a field, a dialog, or a button that Enter presses. */
export function isKeyOfFocus(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches('input, textarea, select')) return true;
  // A dialog, popover or menu over the page handles all keys.
  if (event.composedPath().some(each => each instanceof HTMLElement && each.matches('dialog, [popover], [role=menu], [role=listbox]')))
    return true;
  return event.key === 'Enter' && target.matches('button, a, [role=link], [role=button], summary');
}

/** The key of the message before or after the current one. */
export function stepFrom(keys: readonly string[], at: string | undefined, step: 1 | -1): string | undefined {
  const index = at === undefined ? -1 : keys.indexOf(at);
  if (index === -1) return step === 1 ? keys[0] : keys.at(-1);
  return keys[index + step];
}
