import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openToTools, readByTools } from '@atelier/schemas/profile/paths.mjs';
import { profilePlaces } from '../../../tests/support/profile-places.ts';
import { fileOperations } from '../engine/file-operations.ts';
import { bashOperations } from '../engine/sandbox.ts';

// A program of its own, so that it can run as another user: `node profile.fixture.ts <folder> <sandbox>`. It tries to read, plant and
// replace every file that a profile may hold, by commands and by file tools, in both modes: in a full profile, and in a new one, which
// has none of these files yet.

const [given = '', sandbox = ''] = process.argv.slice(2);
const folder = realpathSync(given);
const unknown = ['memory.index', '.agent/agent/next/inside.json', 'data/unknown'];
const places = [
  ...profilePlaces.filter(({ path }) => path !== ''),
  ...unknown.map(path => ({ name: 'unknown', path, isFolder: false, row: { tools: undefined } })),
];

interface Result {
  /** Rows whose content was read. */
  readonly read: readonly string[];
  /** Paths of the profile that were added, changed or removed. */
  readonly changed: readonly string[];
}

function makeProfile(home: string, isFull: boolean): string {
  const profile = join(home, '.config/Atelier');
  for (const { path, isFolder, row } of places) {
    const full = join(profile, path);
    if (isFolder) mkdirSync(full, { recursive: true });
    else if (isFull || row.tools !== undefined) {
      mkdirSync(dirname(full), { recursive: true });
      writeFileSync(full, `SECRET ${path}\n`);
    }
  }
  return profile;
}

/** Every file with its content, every folder, and what else there is. */
function contentOf(path: string, at = ''): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const entry of readdirSync(join(path, at), { withFileTypes: true })) {
    const inner = join(at, entry.name);
    if (entry.isDirectory()) {
      found.set(inner, 'folder');
      for (const [name, content] of contentOf(path, inner)) found.set(name, content);
    } else found.set(inner, entry.isFile() ? readFileSync(join(path, inner), 'utf8') : 'link');
  }
  return found;
}

function changesIn(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter(path => before.get(path) !== after.get(path)).toSorted();
}

/** What the output holds of the profile, and what is different in it and beside it. */
function judged(home: string, profile: string, before: ReadonlyMap<string, string>, output: string): Result {
  const read = places.filter(({ path }) => output.includes(`SECRET ${path}\n`)).map(({ name }) => name);
  const beside = readdirSync(join(home, '.config'))
    .filter(name => name !== 'Atelier')
    .map(name => `../${name}`);
  return {
    read: [...new Set(read)],
    changed: [...(existsSync(profile) ? changesIn(before, contentOf(profile)) : ['the profile']), ...beside],
  };
}

// Each step on its own, because one that fails must not keep the next from being tried.
const attack = `
use File::Path 'make_path';
my ($profile, $own, @paths) = @ARGV;
my $said = "$own/planted-";
sub planted { my $n = $said . $_[0]; open my $f, '>', $n; print $f "PLANTED\\n"; close $f; return $n }
sub text { open my $f, '<', $_[0] or return; local $/; print scalar <$f> }
sub write_it { open my $f, '>', $_[0] or return; print $f "PLANTED\\n"; close $f }
for my $path (@paths) {
  my $full = "$profile/$path"; (my $parent = $full) =~ s{/[^/]*$}{};
  text($full);
  link $full, "$own/hard" and text("$own/hard"); unlink "$own/hard";
  symlink $full, "$own/soft"; text("$own/soft"); write_it("$own/soft"); unlink "$own/soft";
  eval { make_path($parent) }; write_it($full);
  rename planted('renamed'), $full;
  link planted('linked'), "$full.new"; rename "$full.new", $full;
  unlink $full; symlink planted('aimed'), $full;
  mkdir "$own/folder"; rename "$own/folder", $full; rmdir "$own/folder";
}
for my $path (@paths, '') {
  my $full = $path eq '' ? $profile : "$profile/$path";
  while (length $full >= length $profile) {
    rename $full, "$full-moved" and do { eval { make_path($full) }; write_it("$full/planted") };
    symlink $own, "$full-link" if $full ne $profile; chmod 0777, $full; rmdir $full; utime 1, 1, $full;
    $full =~ s{/[^/]*$}{};
  }
}
rename "$profile/..", "$profile/../../moved"; (my $above = $profile) =~ s{/[^/]*$}{}; rename $above, "$above-moved";
`;

/** Ways to see what lies under a mount; each needs rights over mounts, which a user namespace gives. */
const uncover = (profile: string, own: string) => {
  const above = dirname(profile);
  const ways = [
    `umount -l '${profile}'`,
    `mount --bind '${above}' '${own}'`,
    `mount -t overlay overlay -o 'lowerdir=${above}:${own}' '${own}'`,
    `mount -t tmpfs none '${own}'; cd '${own}'; pivot_root . .; umount -l .`,
    `mount -t proc proc '${own}'; cat '${own}'/1/root'${profile}'/key`,
  ];
  const shown = `cat '${profile}/key' '${own}/Atelier/key' '${own}/.config/Atelier/key'`;
  return ways.map(way => `unshare -Urmpf sh -c ${JSON.stringify(`${way}; ${shown}`)} 2>/dev/null`).join('\n');
};

async function byCommands(mode: 'open' | 'secure', home: string, profile: string, cwd: string): Promise<Result> {
  const before = contentOf(profile);
  const own = join(cwd, 'own');
  mkdirSync(own, { recursive: true });
  const command = `perl - '${profile}' '${own}' ${places.map(({ path }) => `'${path}'`).join(' ')} <<'ATTACK'\n${attack}\nATTACK\n${uncover(profile, own)}\ntrue`;
  const { exec } = bashOperations({
    mode,
    cwd,
    network: false,
    sandbox,
    forbidden: [profile],
    opened: openToTools(profile),
    readable: readByTools(profile),
  });
  let output = '';
  const onData = (data: Buffer) => {
    output += data.toString('utf8');
  };
  const { exitCode } = await exec(command, cwd, { onData });
  return exitCode === 0 ? judged(home, profile, before, output) : { read: [output], changed: [`exit code ${exitCode}`] };
}

async function byFileTools(mode: 'open' | 'secure', home: string, profile: string, cwd: string): Promise<Result> {
  const before = contentOf(profile);
  const { read, write, edit, ls } = fileOperations({
    cwd,
    mode,
    forbidden: [profile],
    opened: openToTools(profile),
    readable: readByTools(profile),
  });
  let output = '';
  const tried = async (work: () => unknown) => {
    try {
      const result = await work();
      if (Buffer.isBuffer(result)) output += result.toString('utf8');
    } catch {
      // Refused, as it should be.
    }
  };
  for (const { path } of places) {
    const full = join(profile, path);
    await tried(() => read.readFile(full));
    await tried(() => edit.readFile(full));
    await tried(() => ls.readdir(dirname(full)));
    await tried(() => write.mkdir(dirname(full)));
    await tried(() => write.mkdir(`${full}-folder`));
    await tried(() => write.writeFile(full, 'PLANTED'));
    await tried(() => edit.writeFile(full, 'PLANTED'));
  }
  return judged(home, profile, before, output);
}

const results: Record<string, Result> = {};
let count = 0;
for (const isFull of [true, false]) {
  for (const [name, mode, cwdIn] of [
    ['open', 'open', undefined],
    ['secure, in a project', 'secure', undefined],
    ['secure, in the workspace', 'secure', 'workspace/global'],
  ] as const) {
    for (const [how, by] of [...(sandbox === '' ? [] : [['commands', byCommands] as const]), ['file tools', byFileTools] as const]) {
      count += 1;
      const home = join(folder, String(count));
      process.env.HOME = home;
      const profile = makeProfile(home, isFull);
      const cwd = cwdIn === undefined ? join(home, 'project') : join(profile, cwdIn);
      mkdirSync(cwd, { recursive: true });
      results[`${isFull ? 'full' : 'new'}, ${name}, ${how}`] = await by(mode, home, profile, cwd);
    }
  }
}
process.stdout.write(JSON.stringify(results));
