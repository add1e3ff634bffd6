import { defineExtension, defineToken } from '@atelier/kernel';
import { convert, isAmbiguous } from './convert.js';
import { systemFor } from './sheet.js';

/** The agent's service, which the manifest lists under `requires`. */
const Agent = defineToken('@atelier/agent:Agent@1');

const createSettings = {
  id: 10,
  name: 'create settings',
  up: db => db.exec('CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT'),
};

export default defineExtension({
  activate(ctx) {
    const kept = keptIn(ctx.database([createSettings]));
    const agent = ctx.get(Agent);

    // A tool's command is called with { args, conversation, cwd }, and returns the text for the model.
    ctx.handle('unit-converter.convert', async ({ args, conversation }) => {
      const mustKnow = isAmbiguous(args.from.toLowerCase()) || isAmbiguous(args.to.toLowerCase());
      const system = mustKnow ? await systemFor(conversation, agent, kept) : 'us';
      if (system === undefined)
        return { text: 'The person has not said whether US or imperial units are meant. Ask them, then call again.' };
      const value = convert(args, system);
      if (value === undefined)
        return { text: `"${args.from}" cannot be converted to "${args.to}". See the list of units in the description.` };
      return { text: `${args.value} ${args.from} = ${value} ${args.to}${mustKnow ? ` (${system})` : ''}` };
    });

    ctx.handle('unit-converter.forget', async () => {
      kept.forget();
      return null;
    });
  },
});

function keptIn(db) {
  const read = db.prepare("SELECT value FROM settings WHERE name = 'system'");
  const write = db.prepare("INSERT OR REPLACE INTO settings (name, value) VALUES ('system', ?)");
  const forget = db.prepare("DELETE FROM settings WHERE name = 'system'");
  return { read: () => read.get()?.value, write: value => void write.run(value), forget: () => void forget.run() };
}
