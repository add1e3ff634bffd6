/**
 * Calls whose arguments a server sent in part, or together with others. The engine makes of them what can be read: of a command its
 * beginning, which may do something else than the whole.
 */
export class CutArguments {
  /** The arguments of the message that is being written, as they came, by the place of the call in it. */
  readonly #written = new Map<number, string>();
  readonly #calls = new Set<string>();

  begin(): void {
    this.#written.clear();
  }

  write(place: number, delta: string): void {
    this.#written.set(place, (this.#written.get(place) ?? '') + delta);
  }

  /** The message has ended; the call has its id. */
  end(place: number, call: string): void {
    const written = this.#written.get(place)?.trim() ?? '';
    // What is no object at all is refused by the engine.
    if (written.startsWith('{') && !isWhole(written)) this.#calls.add(call);
  }

  has(call: string): boolean {
    return this.#calls.has(call);
  }

  forget(): void {
    this.#calls.clear();
  }
}

/** Why such a call did nothing, in words for the model. */
export const argumentsCut = 'The arguments of this call are no whole JSON, so it was not run. Call it again with whole arguments.';

/** Models write control characters and backslashes as they are; that is read as they meant it. */
function isWhole(json: string): boolean {
  const repaired = json
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(/\\(["\\/bfnrt]|u[\da-f]{4})?/gi, (found, known?: string) => (known === undefined ? '\\\\' : found));
  return [json, repaired].some(isJson);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
