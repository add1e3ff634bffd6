const look =
  'width: min(360px, 60vw); height: 28px; margin-inline: -7px; padding: 0 6px; border: 1px solid var(--line-strong); border-radius: var(--r-4); background: var(--raised); color: var(--text); font: 600 13px/20px var(--font)';

/** Shows a field in place of a heading; Enter gives its text, Escape and leaving it give nothing. */
export function askTitle(heading: HTMLElement, label: string, title: string, give: (title: string) => unknown): void {
  const field = document.createElement('input');
  field.ariaLabel = label;
  field.maxLength = 200;
  field.value = title;
  field.style.cssText = look;
  const end = () => {
    heading.hidden = false;
    field.remove();
  };
  field.addEventListener('blur', end, { once: true });
  field.addEventListener('keydown', event => {
    if (event.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    event.stopPropagation();
    const given = field.value.trim();
    field.blur();
    if (event.key === 'Enter' && given !== '' && given !== title) give(given);
  });
  heading.hidden = true;
  heading.after(field);
  field.focus();
  field.select();
}
