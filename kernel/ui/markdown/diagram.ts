import { render } from 'grok-mermaid';

/** For a wider drawing the source is shown instead. */
const maxColumns = 400;
const maxSource = 20_000;

/** The drawing of a Mermaid source in lines of text; undefined where it cannot be drawn. */
export function drawn(source: string): readonly string[] | undefined {
  if (source.length > maxSource) return undefined;
  try {
    const art = render(source);
    return art === null || art.width > maxColumns ? undefined : art.plain;
  } catch {
    return undefined;
  }
}
