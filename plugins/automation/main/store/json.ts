/** What a column of the database says; undefined where it is empty or damaged, so that one row keeps nothing else from being read. */
export function readJson(text: string | null | undefined): unknown {
  try {
    return text === null || text === undefined ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}
