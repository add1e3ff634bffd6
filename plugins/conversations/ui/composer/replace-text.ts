/** Longer texts are replaced without the browser's undo, because `execCommand` is slow with them. */
const maxUndoableLength = 20_000;

/** Replaces a range of the field, with the caret after the new text. */
export function replaceText(field: HTMLTextAreaElement, from: number, to: number, text: string): void {
  field.focus();
  field.setSelectionRange(from, to);
  const isQuick = field.value.length + text.length <= maxUndoableLength;
  // The only way to let the person undo a change of the program with the undo keys.
  const command = text === '' ? 'delete' : 'insertText';
  if (isQuick && (from !== to || text !== '') && document.execCommand(command, false, text)) return;
  field.setRangeText(text, from, to, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}
