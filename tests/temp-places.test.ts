import { expect, test } from 'vitest';
import { isForTests, isGenerated, isSource, repositoryTree, type Tree } from './support/tree.ts';

/** Files that name something in the system's temporary folder without a random name, and why that is safe. */
const rows: Readonly<Record<string, string>> = {
  'kernel/children/temp-folder.ts': 'it looks there for folders of processes that have died',
  'kernel/host/instance.ts': 'two starts must find the same folder; it is refused unless it is this user’s alone',
  'kernel/host/run-folder.ts': 'it only names the folder in an error',
  'kernel/main/servers/servers.ts': 'it only names the folder in which server-process.ts makes one of its own',
  'plugins/agent/main/access/destructive/where.ts': 'it puts nothing there, and tells a command’s paths by it',
  'plugins/agent/main/access/shell/places.ts': 'it puts nothing there, and tells a command’s paths by it',
  'plugins/conversations/main/drafts/attaching/tool-folder.ts':
    'a later start must find it to clean up; it is not used unless it is this user’s alone',
  'shell/cli/doctor-checks.mjs': 'it only starts a browser there to ask for its version',
};

/** The uses of the temporary folder that make no folder with a random name, and rows that nothing needs. */
function fixedPlaces(tree: Tree, allowed: Readonly<Record<string, string>>): readonly string[] {
  const found = [...tree].flatMap(([path, text]) => {
    if (!isSource(path) || isGenerated(path) || isForTests(path) || !/^(?:kernel|plugins|schemas|shell|registry-dev)\//.test(path))
      return [];
    if (/\/testing\/|host-suite|memory-host|\/examples\//.test(path)) return [];
    const uses = text.replace(/mkdtemp(?:Sync)?\(\s*join\(tmpdir\(\), /g, '').match(/\btmpdir\(\)/g) ?? [];
    return uses.length > 0 ? [path] : [];
  });
  return [
    ...found.filter(path => !Object.hasOwn(allowed, path)).map(path => `${path} uses the temporary folder without a name of its own`),
    ...Object.keys(allowed)
      .filter(path => !found.includes(path))
      .map(path => `${path} has a row and needs none`),
  ];
}

test('S14: what the app puts into the system’s temporary folder has a random name, or says in the table why not', () => {
  expect(fixedPlaces(repositoryTree(), rows)).toEqual([]);
});

test('a fixed name is found, and a row that is not needed', () => {
  const tree = new Map([
    ['kernel/main/a.ts', "const a = mkdtempSync(join(tmpdir(), 'a-')); const b = join(tmpdir(), 'atelier');"],
    ['kernel/main/b.ts', "const a = await mkdtemp(join(tmpdir(), 'a-'));"],
    ['kernel/main/b.test.ts', "const a = join(tmpdir(), 'a');"],
  ]);
  expect(fixedPlaces(tree, { 'kernel/main/c.ts': 'gone' })).toEqual([
    'kernel/main/a.ts uses the temporary folder without a name of its own',
    'kernel/main/c.ts has a row and needs none',
  ]);
});
