import fs from 'node:fs';
import { join } from 'node:path';

// Each tries to read or write what lies outside its own package and data folder.
const read = path => fs.readFileSync(path, 'utf8');

export const attacks = {
  'read-absolute': { tries: 'read a file of the person by its absolute path', run: ({ secret }) => read(secret) },
  'read-dots': {
    tries: 'read a file of the person with .. from its data folder',
    run: ({ secret }, { paths }) => read(`${paths.data}/../../..${secret}`),
  },
  'read-own-link': {
    tries: 'read a file of the person through a link it makes',
    run({ secret }, { paths }) {
      fs.symlinkSync(secret, join(paths.data, 'link'));
      return read(join(paths.data, 'link'));
    },
  },
  'read-packed-link': {
    tries: 'read a file of the person through a link that came in its package',
    link: 'linked.json',
    run: (_, { paths }) => read(join(paths.assets, 'linked.json')),
    // Node follows a link that lies in a folder it may read; the installer lets no link in.
    knownWithoutSandbox: true,
  },
  'read-hard-link': {
    tries: 'read a file of the person through a hard link it makes',
    run({ secret }, { paths }) {
      fs.linkSync(secret, join(paths.data, 'hard'));
      return read(join(paths.data, 'hard'));
    },
  },
  'read-proc': {
    tries: 'read the environment, the files and the memory of the app from /proc',
    run({ pid, secret }) {
      const failures = [];
      for (const path of [`/proc/${pid}/environ`, `/proc/${pid}/root${secret}`, `/proc/${pid}/cwd/package.json`, `/proc/${pid}/mem`]) {
        try {
          return read(path);
        } catch (error) {
          failures.push(error);
        }
      }
      throw failures[0];
    },
  },
  'read-descriptors': {
    tries: 'read open files of the app over descriptors it might have inherited',
    run() {
      const bytes = Buffer.alloc(4096);
      let found = '';
      let last = new Error('nothing was inherited');
      for (let fd = 5; fd < 256; fd += 1) {
        try {
          if (!fs.fstatSync(fd).isFile()) continue;
          found += bytes.toString('utf8', 0, fs.readSync(fd, bytes, 0, bytes.length, 0));
        } catch (error) {
          last = error;
        }
      }
      if (found === '') throw last;
      return found;
    },
  },
  'read-environment': {
    tries: 'find secrets in the environment it was started with',
    run() {
      const all = JSON.stringify([process.env, process.argv, process.execArgv]);
      if (!all.includes('canary')) throw new Error('no secret in the environment');
      return all;
    },
  },
  'read-secrets-file': {
    tries: 'read the file of all secrets in the profile',
    run: ({ userData }) => read(join(userData, 'secrets.json')),
  },
  'grant-itself': {
    tries: 'write rights of its own into the file of the person’s decisions',
    run: ({ userData }) =>
      fs.writeFileSync(join(userData, 'extensions.json'), '{"extensions":{"@hostile/grant-itself":{"granted":{"notify":true}}}}'),
  },
  'poison-cache': {
    tries: 'name itself one of ours in the index of what is installed',
    run: ({ userData }) => fs.writeFileSync(join(userData, 'cache', 'manifests.json'), '{}'),
  },
  'change-itself': {
    tries: 'change its own package after it was checked',
    run: (_, { paths }) => fs.writeFileSync(join(paths.assets, 'main.js'), 'export default { activate() {} };'),
  },
  'write-outside': { tries: 'write a start-up file into the person’s home', run: ({ mark }) => fs.writeFileSync(mark, 'x') },
  'write-by-rename': {
    tries: 'move a file of its own to a place outside',
    run({ mark }, { paths }) {
      fs.writeFileSync(join(paths.data, 'mine'), 'x');
      fs.renameSync(join(paths.data, 'mine'), mark);
    },
  },
  'files-outside': {
    tries: 'leave the granted folder through ctx.files with .., a link and an absolute path',
    atelier: { rights: { files: [{ glob: '**', mode: 'write', in: 'data' }] } },
    granted: { files: [{ glob: '**', mode: 'write', in: 'data' }] },
    async run({ secret, mark }, { files, paths }) {
      fs.symlinkSync(secret, join(paths.data, 'link'));
      const failures = [];
      for (const work of [
        () => files.read(`../../..${secret}`),
        () => files.read(secret),
        () => files.read('link'),
        () => files.write(mark, 'x'),
        () => files.write(`../../..${mark}`, 'x'),
      ]) {
        try {
          return await work();
        } catch (error) {
          failures.push(error);
        }
      }
      throw failures[0];
    },
  },
};
