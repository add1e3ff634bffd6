const entity = /&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});/g;
const known = new Map<string, string>();
let parser: DOMParser | undefined;

/** The text with character references decoded. Only a reference is given to the parser, so no element can be created from the text. */
export function decodeEntities(text: string): string {
  return text.includes('&') ? text.replace(entity, decoded) : text;
}

function decoded(reference: string): string {
  const found = known.get(reference);
  if (found !== undefined) return found;
  parser ??= new DOMParser();
  const character = parser.parseFromString(reference, 'text/html').documentElement.textContent ?? reference;
  if (known.size < 500) known.set(reference, character);
  return character;
}
