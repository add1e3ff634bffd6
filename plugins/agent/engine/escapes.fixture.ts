import { join } from 'node:path';
import { openEscapesWorld, secret } from './escapes-world.fixture.ts';
import { bashOperations } from './sandbox.ts';

// A program of its own, so that it can run as another user: `node escapes.fixture.ts <folder> <mode> [sandbox]`.

const [folder = '', mode = '', sandbox] = process.argv.slice(2);
const home = join(folder, 'home');
process.env.HOME = home;
process.env.ANTHROPIC_API_KEY = `${secret}-key`;
const userData = join(home, '.config/Atelier');
const accessMode = mode === 'secure' ? 'secure' : 'open';
const world = await openEscapesWorld({ folder, home, userData, mode: accessMode, program: 'escapes.fixture' });
const { project } = world;

const operations = bashOperations({ mode: accessMode, cwd: project, network: false, forbidden: [userData], sandbox: sandbox || undefined });

async function run(command: string): Promise<string> {
  let output = '';
  const onData = (data: Buffer) => {
    output += data.toString('utf8');
  };
  try {
    const { exitCode } = await operations.exec(command, project, { onData, timeout: 60 });
    return `${output}[${exitCode}]`;
  } catch (error) {
    return `${output}[${error}]`;
  }
}

const work = await run(
  'echo b >> a.txt && echo c > c.txt && git add -A && git commit -qm more && git show --stat --format=%an%n%s && git status --short',
);
const escapes: string[] = [];
for (const [name, command, begin] of world.attacks) {
  const escaped = begin();
  const output = await run(command);
  // A connection is counted in a later turn of the event loop.
  for (let turn = 0; turn < 3; turn += 1) await new Promise(resolve => setImmediate(resolve));
  if (escaped(output)) escapes.push(name);
}
world.end();
process.stdout.write(JSON.stringify({ work, escapes, attacks: world.attacks.map(([name]) => name), left: world.left() }));
