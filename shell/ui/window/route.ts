/** The content of the main region, stored in the address for reload, Back and Forward. */
export interface Route {
  /** Undefined: the first view. */
  readonly main: string | undefined;
  readonly params: Readonly<Record<string, unknown>> | null;
}

/** `#/extensions.panel?{"id":"@acme/notes"}`; for any other hash, the empty route. */
export function readRoute(hash: string): Route {
  const [, main, query] = /^#\/([a-z][A-Za-z0-9-]*(?:\.[a-z][A-Za-z0-9-]*)+)(?:\?(.*))?$/s.exec(hash) ?? [];
  return { main, params: main === undefined || query === undefined ? null : readParams(query) };
}

export function writeRoute(main: string, params: Route['params']): string {
  return params === null ? `#/${main}` : `#/${main}?${encodeURIComponent(JSON.stringify(params))}`;
}

function readParams(query: string): Route['params'] {
  try {
    const value: unknown = JSON.parse(decodeURIComponent(query));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
