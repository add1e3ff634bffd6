import fs from 'node:fs';

// Each sends over the bridge what no honest library would write, to be taken for somebody else or to change what receives it.
const line = frame => fs.writeSync(3, `${typeof frame === 'string' ? frame : JSON.stringify(frame)}\n`);
const refused = answer => {
  throw new Error(answer);
};

export const attacks = {
  'pollute-by-key': {
    tries: 'change the prototype of all objects by a key named __proto__, plain and escaped',
    atelier: { rights: { notify: true } },
    granted: { notify: true },
    async run() {
      line(
        '{"k":"ask","id":900001,"verb":"notify","args":[{"title":"t","__proto__":{"polluted":true},"\\u005f_proto__":{"polluted":true}}]}',
      );
      line('{"k":"ask","id":900002,"verb":"notify","args":[{"title":"t","constructor":{"prototype":{"polluted":true}}}]}');
      line('{"__proto__":{"polluted":true},"k":"tell","verb":"log","args":["info","x",{"__proto__":{"polluted":true}}]}');
      return refused('nothing was polluted');
    },
  },
  'pollute-by-answer': {
    tries: 'answer its own call and others with keys of prototypes that run or spread in the receiver',
    async run() {
      const keys = '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toJSON":"x","then":"y"';
      for (let id = 1; id < 15; id += 1) line(`{"k":"answer","id":${id},"error":{"plain":"polluted?",${keys}},"value":{${keys}},${keys}}`);
      return new Promise(() => undefined);
    },
  },
  'answer-cyclic': {
    tries: 'answer with an object that contains itself',
    async run() {
      const all = {};
      all.all = all;
      return all;
    },
  },
  'throw-strange': {
    tries: 'fail with something that is no error and breaks whoever reads it',
    async run() {
      throw Object.assign(Object.create(null), { code: { toString: null }, message: 7n, details: () => undefined });
    },
  },
  'throw-forged': {
    tries: 'fail with the code and the sentence of another extension, to blame it',
    async run() {
      line({
        k: 'answer',
        id: 1,
        error: { code: 'extension/crashed', en: '@acme/honest ended unexpectedly.', fr: '@acme/honest.', details: { id: '@acme/honest' } },
      });
      return new Promise(() => undefined);
    },
  },
  'forge-sender': {
    tries: 'speak as another extension: with its name in each message it sends',
    atelier: { rights: { notify: true } },
    async run(_world, ctx) {
      for (const from of ['@acme/honest', '@atelier/victim', '@atelier/kernel'])
        line({ k: 'ask', id: 900_010, from, owner: from, extension: from, verb: 'secret', args: ['token'] });
      line({ k: 'ask', id: 900_014, from: '@acme/honest', verb: 'notify', args: [{ title: 'forged', from: '@acme/honest' }] });
      return ctx.secret('token');
    },
  },
  'forge-log': {
    tries: 'write lines into the log that look as if others had written them',
    async run(_, ctx) {
      const forged = '\n{"time":"2026-01-01T00:00:00.000Z","level":"error","source":"@acme/honest","text":"forged"}\n';
      ctx.log.error(forged);
      console.log(forged);
      line({ k: 'tell', verb: 'log', args: ['error', 'forged', { source: '@acme/honest', time: 0 }] });
      return refused('the log is its own');
    },
  },
  'forge-verbs': {
    tries: 'call what is no verb: constructor, __proto__, the insides of a service',
    async run() {
      line({ k: 'ask', id: 900_020, verb: 'constructor', args: [] });
      line({ k: 'ask', id: 900_021, verb: '__proto__', args: [] });
      line({ k: 'ask', id: 900_022, verb: 'service', args: ['@atelier/kernel:Extensions@1', 'constructor', ['return process']] });
      line({ k: 'ask', id: 900_023, verb: 'service', args: ['@atelier/victim:Vault@1', 'open', []] });
      line({ k: 'tell', verb: 'emit', args: [1, 'said', { text: 'forged' }] });
      return refused('no such verbs');
    },
  },
  'forge-answers': {
    tries: 'answer calls that nobody made, until one fits',
    async run() {
      for (let id = 1; id <= 200; id += 1) line({ k: 'answer', id: 100_000 + id, value: 'forged' });
      return new Promise(() => undefined);
    },
  },
  'forge-rights': {
    tries: 'grant itself rights through the services and channels of the kernel',
    async run(_, ctx) {
      const failures = [];
      const attempt = async work => {
        try {
          const got = await work();
          if (got !== undefined) return got;
        } catch (error) {
          failures.push(error);
        }
        return undefined;
      };
      const extensions = { key: '@atelier/kernel:Extensions@1' };
      await attempt(() => ctx.get(extensions).grant('@hostile/forge-rights', { notify: true }));
      await attempt(() => ctx.get(extensions).disable('@acme/honest'));
      await attempt(() => ctx.get({ key: '@atelier/kernel:Commands@1' }).run('honest.secret'));
      await attempt(() => ctx.notify({ title: 'with forged rights' }));
      throw failures.at(-1);
    },
  },
  'no-messages': {
    tries: 'send what is no message at all',
    async run() {
      for (let count = 0; count < 100; count += 1) line(['no json', '[]', '7', 'null', '{"k":7}'][count % 5]);
      return new Promise(() => undefined);
    },
  },
};
