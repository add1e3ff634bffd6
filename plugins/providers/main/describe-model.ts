import type { AgentFiles } from './agent-files.ts';
import { builtInOf } from './built-in.ts';
import { errors } from './errors.ts';
import { isObject } from './files/json-text.ts';
import { entriesOf, withEntry } from './files/models-file.ts';
import { type Said, withSaid } from './listed-models.ts';

/** Writes what a person says of a model of their own server into models.json. */
export async function describeModel(files: AgentFiles, model: string, said: Said): Promise<void> {
  const slash = model.indexOf('/');
  const [provider, id] = [model.slice(0, slash), model.slice(slash + 1)];
  await files.models.update(now => {
    const entry = entriesOf(now)[provider];
    const models = entry === undefined || builtInOf(entry) !== undefined || !Array.isArray(entry.models) ? [] : entry.models;
    if (!models.some(one => isObject(one) && one.id === id)) throw errors['providers/not-own-model']({ model });
    const next = models.map(one => (isObject(one) && one.id === id ? withSaid(one, said) : one));
    return withEntry(now, provider, { ...entry, models: next });
  });
}
