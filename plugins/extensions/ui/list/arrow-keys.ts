/** Arrow keys move the focus from row to row, and from the first row to the search. The actions of a row are reached by Tab. */
export function moveRowFocus(event: KeyboardEvent): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const list = event.currentTarget as HTMLElement;
  const rows = [...list.querySelectorAll<HTMLElement>('extensions-row')];
  const at = rows.indexOf((event.target as Element).closest<HTMLElement>('extensions-row') as HTMLElement);
  const next = at === 0 && step < 0 ? list.querySelector<HTMLElement>('ui-search') : rows[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
