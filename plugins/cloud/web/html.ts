/** HTML that is put together: whatever is put in is text, unless it is such HTML itself. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | undefined | readonly Html[];

export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((all, text, at) => `${all}${written(parts[at - 1])}${text}`));
}

function written(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(each => (each as Html).text).join('');
  return String(part).replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`);
}
