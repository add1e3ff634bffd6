import { render } from 'grok-mermaid';

/** Wider drawings are read better as their source. */
const mostColumns = 400;
const mostSource = 20_000;

/** The drawing of a Mermaid source in lines of text; undefined where it cannot be drawn, and its source says more. */
export function drawn(source: string): readonly string[] | undefined {
  if (source.length > mostSource) return undefined;
  try {
    const art = render(source);
    return art === null || art.width > mostColumns ? undefined : art.plain;
  } catch {
    return undefined;
  }
}
