import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { tempFolder } from '../../../kernel/testing/temp-folder.ts';
import { lacks, needing } from '../../../tests/support/needing.ts';
import { detectSandbox } from './detect-sandbox.ts';

vi.setConfig({ testTimeout: 120_000 });

const sandbox = await detectSandbox();
const canMount = process.platform === 'linux' && spawnSync('unshare', ['-Urm', 'true']).status === 0;

needing(sandbox === undefined && lacks.sandbox, !canMount && lacks.mounts)(
  'S6: a command reaches nothing of the app’s data where that is mounted a second time, as a whole, with its parent or in part',
  () => {
    using folder = tempFolder();
    const home = realpathSync(folder.path);
    const data = join(home, 'con fig/data');
    for (const path of ['project', 'whole', 'with parent', 'part', 'opened', 'con fig/data/.agent', 'con fig/data/workspace'])
      mkdirSync(join(home, path), { recursive: true });
    for (const path of ['key', '.agent/auth.json']) writeFileSync(join(data, path), 'SECRET\n');
    writeFileSync(join(data, 'workspace/a.txt'), 'READABLE\n');
    const program = `
      import { bashOperations } from ${JSON.stringify(join(import.meta.dirname, 'sandbox.ts'))};
      const [home, sandbox] = process.argv.slice(1);
      const data = home + '/con fig/data';
      const said = [];
      const command = 'cat */key */data/key */auth.json */.agent/auth.json */data/.agent/auth.json; for p in */ */data; do echo x > "$p/planted"; done; cat opened/a.txt';
      for (const [mode, cwd] of [['open', home], ['secure', home]]) {
        const { exec } = bashOperations({ mode, cwd, network: false, sandbox, forbidden: [data], opened: [data + '/workspace'] });
        let output = '';
        await exec(command, cwd, { onData: piece => void (output += piece) }).catch(error => { output += error.message; });
        said.push(output.split('\\n').filter(line => /^[A-Z]+$/.test(line)).join());
      }
      console.log(JSON.stringify(said));`;
    const mounts = [
      ['con fig/data', 'whole'],
      ['con fig', 'with parent'],
      ['con fig/data/.agent', 'part'],
      ['con fig/data/workspace', 'opened'],
    ].map(([from, to]) => `mount --bind "$1/${from}" "$1/${to}"`);
    const run = `${mounts.join(' && ')} && exec "$3" --input-type=module -e "$4" "$1" "$2"`;
    const ran = spawnSync('unshare', ['-Urm', 'sh', '-c', run, 'sh', home, sandbox ?? '', process.execPath, program], { encoding: 'utf8' });
    expect({ said: ran.stdout, error: ran.stderr, key: readFileSync(join(data, 'key'), 'utf8') }).toEqual({
      said: '["READABLE","READABLE"]\n',
      error: '',
      key: 'SECRET\n',
    });
  },
);
