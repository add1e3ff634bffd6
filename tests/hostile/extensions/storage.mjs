import fs from 'node:fs';
import { join } from 'node:path';

// Each tries to reach what another extension keeps: its folder, its database, its secrets.
const sql = (db, text) => {
  db.exec(text);
  return db.prepare('SELECT * FROM other.notes').all();
};

export const attacks = {
  'read-neighbour-data': {
    tries: 'read a file in the data folder of another extension',
    run: (_, { paths }) => fs.readFileSync(join(paths.data, '..', 'acme--honest', 'note.txt'), 'utf8'),
  },
  'read-neighbour-database': {
    tries: 'read the database file of another extension',
    run: ({ neighbourDatabase }) => fs.readFileSync(neighbourDatabase, 'latin1'),
  },
  'spoil-neighbour-database': {
    tries: 'overwrite the database of another extension',
    run: ({ neighbourDatabase }) => fs.writeFileSync(neighbourDatabase, ''),
  },
  'attach-neighbour': {
    tries: 'ATTACH the database of another extension to its own',
    run: ({ neighbourDatabase }, ctx) => JSON.stringify(sql(ctx.database([]), `ATTACH '${neighbourDatabase}' AS other`)),
  },
  'attach-in-migration': {
    tries: 'ATTACH the database of another extension in a migration',
    run: ({ neighbourDatabase }, ctx) => {
      ctx.database([{ id: 10, name: 'reach out', up: db => sql(db, `ATTACH DATABASE '${neighbourDatabase}' AS other`) }]);
    },
  },
  'attach-as-uri': {
    tries: 'ATTACH another database by a file: address inside a longer statement',
    run: ({ neighbourDatabase }, ctx) => {
      const db = ctx.database([]);
      db.prepare(`/* */ ATTACH 'file:${neighbourDatabase}?mode=ro' AS other`).run();
      return JSON.stringify(db.prepare('SELECT * FROM other.notes').all());
    },
  },
  'vacuum-into': {
    tries: 'write a file outside with VACUUM INTO',
    run: ({ mark }, ctx) => ctx.database([]).exec(`VACUUM INTO '${mark}'`),
  },
  'node-database': {
    tries: 'open the database of another extension with Node’s own SQLite',
    async run({ neighbourDatabase }) {
      const { DatabaseSync } = process.getBuiltinModule('node:sqlite') ?? (await import('node:sqlite'));
      return JSON.stringify(new DatabaseSync(neighbourDatabase).prepare('SELECT * FROM notes').all());
    },
  },
  'own-database-file': {
    tries: 'write its own database past the process that holds it',
    run: ({ ownDatabase }) => fs.writeFileSync(ownDatabase('own-database-file'), 'x'),
  },
  'load-sqlite-extension': {
    tries: 'load native code into the process that holds its database',
    run: ({ addon }, ctx) => JSON.stringify(ctx.database([]).prepare(`SELECT load_extension('${addon}')`).all()),
  },
  'ask-neighbour-secret': { tries: 'ask for the secret of another extension by its name', run: (_, ctx) => ctx.secret('token') },
  'ask-ungranted-secret': {
    tries: 'ask for a secret that it declared and the person did not grant',
    atelier: { rights: { secrets: ['token'] } },
    run: (_, ctx) => ctx.secret('token'),
  },
  'ask-granted-secret': {
    tries: 'read another’s secret with its own right to a secret of the same name',
    atelier: { rights: { secrets: ['token'] } },
    granted: { secrets: ['token'] },
    async run(_, ctx) {
      const found = await ctx.secret('token');
      if (found === undefined) throw new Error('there is no such secret of its own');
      return found;
    },
  },
};
