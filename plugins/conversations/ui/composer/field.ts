/** What stands in the field, kept as the browser's own undo knows it wherever that is quick enough. */
const mostUndone = 20_000;

/** Puts a text in the place of another, with the caret behind it. */
export function replaceText(field: HTMLTextAreaElement, from: number, to: number, text: string): void {
  field.focus();
  field.setSelectionRange(from, to);
  const isQuick = field.value.length + text.length <= mostUndone;
  // The only way by which a change of ours can be undone with the keys for that.
  const command = text === '' ? 'delete' : 'insertText';
  if (isQuick && (from !== to || text !== '') && document.execCommand(command, false, text)) return;
  field.setRangeText(text, from, to, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/** Another text in the whole field; the caret stays where it was, or goes to the end. */
export function showText(field: HTMLTextAreaElement, text: string): void {
  if (field.value === text) return;
  const { selectionStart, value } = field;
  const wasAtEnd = selectionStart === value.length;
  field.value = text;
  const caret = wasAtEnd ? text.length : Math.min(selectionStart, text.length);
  field.setSelectionRange(caret, caret);
}
