import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostileRepository } from './hostile-repository.ts';

/** A way in which plain git runs what a repository says. */
export interface Trap {
  readonly name: string;
  plant(repository: HostileRepository): void;
  /** Plain git runs the program with these arguments; undefined if the installed git cannot be tricked in this way. */
  readonly control: readonly string[] | undefined;
  /** What the control is told on its standard input. */
  readonly input?: string;
  /** Variables that the app is started with. */
  readonly env?: (repository: HostileRepository) => Readonly<Record<string, string>>;
}

/** Everything at the name of a loose object, to take it away. */
function objectFile(folder: string, id: string): string {
  return join(folder, '.git/objects', id.slice(0, 2), id.slice(2));
}

/** A configuration that makes git fetch missing objects, by a command. */
function promisor({ folder, command }: HostileRepository): string {
  return [
    '[core]\n\trepositoryformatversion = 1\n[extensions]\n\tpartialClone = origin',
    `[remote "origin"]\n\turl = ${folder}\n\tpromisor = true\n\tfetch = +refs/heads/*:refs/remotes/origin/*`,
    `\tuploadpack = "${command} #"`,
  ].join('\n');
}

const attributes = (text: string) => (repository: HostileRepository) => repository.put('.gitattributes', text);
const fetching = ['fetch', '--quiet', 'origin'];

/** Every way that is known to us. An attack that is found later gets a row. */
export const traps: readonly Trap[] = [
  {
    name: 'core.fsmonitor',
    plant: at => at.configure(`[core]\n\tfsmonitor = "${at.command} #"`),
    control: ['status'],
  },
  {
    name: 'an included file',
    plant(at) {
      at.put('.shared', `[core]\n\tfsmonitor = "${at.command} #"\n`);
      at.configure('[include]\n\tpath = ../.shared\n[includeIf "gitdir:**"]\n\tpath = ../.shared');
    },
    control: ['status'],
  },
  {
    name: 'config.worktree',
    plant(at) {
      at.configure('[core]\n\trepositoryformatversion = 1\n[extensions]\n\tworktreeConfig = true');
      writeFileSync(join(at.folder, '.git/config.worktree'), `[core]\n\tfsmonitor = "${at.command} #"\n`);
    },
    control: ['status'],
  },
  {
    name: 'hooks',
    plant(at) {
      for (const name of ['post-index-change', 'post-checkout', 'pre-commit', 'fsmonitor-watchman', 'reference-transaction', 'pre-push']) {
        at.program(`.git/hooks/${name}`);
      }
    },
    control: ['checkout', '-q', '-b', 'other'],
  },
  {
    name: 'core.hooksPath',
    plant(at) {
      for (const name of ['post-index-change', 'post-checkout', 'reference-transaction', 'pre-push']) at.program(`.husky/${name}`);
      at.configure('[core]\n\thooksPath = .husky');
    },
    control: ['checkout', '-q', '-b', 'other'],
  },
  {
    name: 'a hook that the configuration names',
    plant: at =>
      at.configure(
        ['post-index-change', 'post-checkout', 'reference-transaction']
          .map((event, index) => `[hook "h${index}"]\n\tevent = ${event}\n\tcommand = "${at.command} #"`)
          .join('\n'),
      ),
    // Since git 2.54.
    control: undefined,
  },
  ...(['clean', 'process'] as const).map(
    (kind): Trap => ({
      name: `filter.*.${kind}`,
      plant(at) {
        attributes('* filter=evil\n')(at);
        at.configure(`[filter "evil"]\n\t${kind} = "${at.command}; cat #"\n\trequired = true`);
      },
      control: ['add', 'new.txt'],
    }),
  ),
  {
    name: 'filter.*.smudge',
    plant(at) {
      attributes('* filter=evil\n')(at);
      at.configure(`[filter "evil"]\n\tsmudge = "${at.command}; cat #"`);
    },
    control: ['checkout', '--', 'a.txt'],
  },
  {
    name: 'a filter by the name of Git LFS',
    plant(at) {
      attributes('* filter=lfs\n')(at);
      at.program('git-lfs');
      const said = `"${at.command}; cat #"`;
      at.configure(`[filter "lfs"]\n\tclean = ${said}\n\tsmudge = ${said}\n\tprocess = ${said}\n\trequired = true`);
    },
    control: ['add', 'new.txt'],
  },
  {
    name: 'info/attributes with a filter whose name has an equals sign',
    plant(at) {
      writeFileSync(join(at.folder, '.git/info/attributes'), '* filter=e=vil\n');
      at.configure(`[filter "e=vil"]\n\tclean = "${at.command}; cat #"`);
    },
    control: ['add', 'new.txt'],
  },
  {
    name: 'diff.external',
    plant: at => at.configure(`[diff]\n\texternal = "${at.command} #"`),
    control: ['diff'],
  },
  {
    name: 'diff.*.command',
    plant(at) {
      attributes('* diff=evil\n')(at);
      at.configure(`[diff "evil"]\n\tcommand = "${at.command} #"`);
    },
    control: ['diff'],
  },
  {
    name: 'diff.*.textconv',
    plant(at) {
      attributes('* diff=evil\n')(at);
      at.configure(`[diff "evil"]\n\ttextconv = ${at.program()}`);
    },
    control: ['diff'],
  },
  {
    name: 'merge.*.driver',
    plant(at) {
      at.git('checkout', '-q', '-f', '-b', 'theirs', 'HEAD~1');
      at.put('a.txt', 'theirs\n');
      at.git('commit', '-qam', 'theirs');
      at.git('checkout', '-q', '-f', '-');
      at.git('checkout', '-q', 'main');
      at.put('a.txt', 'ours\n');
      at.git('commit', '-qam', 'ours');
      attributes('* merge=evil\n')(at);
      at.configure(`[merge "evil"]\n\tdriver = "${at.command} #"`);
    },
    control: ['merge', 'theirs'],
  },
  {
    name: 'core.sshCommand',
    plant: at =>
      at.configure(
        `[core]\n\tsshCommand = "${at.command} #"\n[remote "origin"]\n\turl = ssh://nobody@127.0.0.1:1/x.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*`,
      ),
    control: fetching,
  },
  {
    name: 'core.gitProxy',
    plant: at =>
      at.configure(
        `[core]\n\tgitProxy = ${at.program()}\n[remote "origin"]\n\turl = git://127.0.0.1/x.git\n\tfetch = +refs/heads/*:refs/r/*`,
      ),
    control: fetching,
  },
  {
    name: 'remote.*.uploadpack',
    plant: at =>
      at.configure(
        `[remote "origin"]\n\turl = ${at.folder}\n\tuploadpack = "${at.command} #"\n\tfetch = +refs/heads/*:refs/remotes/origin/*`,
      ),
    control: fetching,
  },
  {
    name: 'remote.*.receivepack',
    plant: at => at.configure(`[remote "origin"]\n\turl = ${at.folder}\n\treceivepack = "${at.command} #"`),
    control: ['push', 'origin', 'HEAD:refs/heads/pushed'],
  },
  {
    name: 'an address of the form ext::',
    plant: at =>
      at.configure(
        `[protocol "ext"]\n\tallow = always\n[remote "origin"]\n\turl = "ext::${at.program()} x"\n\tfetch = +refs/heads/*:refs/r/*`,
      ),
    control: fetching,
  },
  {
    name: 'url.*.insteadOf to an address of the form ext::',
    plant: at =>
      at.configure(
        `[protocol]\n\tallow = always\n[url "ext::${at.program()} "]\n\tinsteadOf = https://\n[remote "origin"]\n\turl = https://example.invalid/x.git\n\tfetch = +refs/heads/*:refs/r/*`,
      ),
    control: fetching,
  },
  {
    name: 'core.alternateRefsCommand',
    plant(at) {
      at.git('clone', '-q', '--bare', at.folder, join(at.beside, 'remote.git'));
      writeFileSync(join(at.folder, '.git/objects/info/alternates'), `${join(at.beside, 'remote.git/objects')}\n`);
      at.configure(
        `[core]\n\talternateRefsCommand = "${at.command} #"\n[remote "origin"]\n\turl = ${join(at.beside, 'remote.git')}\n\tfetch = +refs/heads/*:refs/remotes/origin/*`,
      );
      rmSync(join(at.folder, '.git/refs/remotes'), { recursive: true, force: true });
    },
    control: fetching,
  },
  {
    name: 'a credential helper',
    plant: at => at.configure(`[credential]\n\thelper = "!${at.command} #"`),
    control: ['credential', 'approve'],
    input: 'protocol=https\nhost=example.invalid\nusername=u\npassword=p\n\n',
  },
  {
    name: 'core.askPass',
    plant: at => at.configure(`[core]\n\taskPass = ${at.program()}\n[credential]\n\thelper =`),
    control: ['credential', 'fill'],
    input: 'protocol=https\nhost=example.invalid\n\n',
  },
  {
    name: 'gpg.program',
    plant: at =>
      at.configure(
        `[gpg]\n\tprogram = ${at.program()}\n[commit]\n\tgpgSign = true\n[push]\n\tgpgSign = if-asked\n[log]\n\tshowSignature = true`,
      ),
    control: ['commit', '-qm', 'signed', '--allow-empty'],
  },
  {
    name: 'core.pager, core.editor and an alias',
    plant: at =>
      at.configure(
        `[core]\n\tpager = "${at.command} #"\n\teditor = "${at.command} #"\n[pager]\n\tstatus = true\n[alias]\n\tls-files = "!${at.command}"\n\tevil = "!${at.command}"`,
      ),
    control: ['evil'],
  },
  {
    name: 'a missing blob in a partial clone',
    plant(at) {
      const blob = at.git('rev-parse', 'HEAD:src/b.txt').trim();
      rmSync(objectFile(at.folder, blob));
      at.configure(promisor(at));
    },
    control: ['cat-file', '-p', 'HEAD:src/b.txt'],
  },
  {
    name: 'a sparse index with a missing tree',
    plant(at) {
      at.git('sparse-checkout', 'set', '--cone', '--sparse-index', 'kept');
      const tree = at.git('rev-parse', 'HEAD:src').trim();
      at.git('read-tree', '-m', 'HEAD');
      rmSync(objectFile(at.folder, tree));
      at.configure(promisor(at));
    },
    control: ['ls-files', '-s'],
  },
  {
    name: 'a .gitignore that only the index has',
    plant(at) {
      const blob = at.git('rev-parse', 'HEAD:.gitignore').trim();
      at.git('update-index', '--skip-worktree', '.gitignore');
      rmSync(join(at.folder, '.gitignore'));
      rmSync(objectFile(at.folder, blob));
      at.configure(promisor(at));
    },
    control: ['ls-files', '--others', '--exclude-standard'],
  },
  {
    name: 'a .gitattributes that only the index has',
    plant(at) {
      attributes('* text\n')(at);
      at.git('add', '.gitattributes');
      const blob = at.git('rev-parse', ':.gitattributes').trim();
      at.git('update-index', '--skip-worktree', '.gitattributes');
      rmSync(join(at.folder, '.gitattributes'));
      rmSync(objectFile(at.folder, blob));
      at.configure(promisor(at));
    },
    control: ['diff'],
  },
  {
    name: 'commondir, which moves the configuration elsewhere',
    plant(at) {
      at.put('evil/config', promisor(at));
      for (const name of ['objects', 'refs']) mkdirSync(join(at.folder, 'evil', name));
      writeFileSync(join(at.folder, '.git/commondir'), '../evil\n');
    },
    control: ['cat-file', '-e', '1234567890123456789012345678901234567890'],
  },
  {
    name: 'a .git file that leads to a folder of the project',
    plant(at) {
      at.git('clone', '-q', '--bare', at.folder, join(at.folder, 'evil'));
      appendFileSync(join(at.folder, 'evil/config'), `[core]\n\tbare = false\n\tfsmonitor = "${at.command} #"\n`);
      rmSync(join(at.folder, '.git'), { recursive: true });
      at.put('.git', 'gitdir: evil\n');
    },
    control: ['status'],
  },
  {
    name: 'a .git link that leads to a folder of the project',
    plant(at) {
      at.git('clone', '-q', '--bare', at.folder, join(at.folder, 'evil'));
      appendFileSync(join(at.folder, 'evil/config'), `[core]\n\tbare = false\n\tfsmonitor = "${at.command} #"\n`);
      rmSync(join(at.folder, '.git'), { recursive: true });
      symlinkSync('evil', join(at.folder, '.git'));
    },
    control: ['status'],
  },
  {
    name: 'a bare repository among the files',
    plant(at) {
      const bare = join(at.beside, 'bare.git');
      at.git('clone', '-q', '--bare', at.folder, bare);
      appendFileSync(join(bare, 'config'), `[core]\n\tbare = false\n\tworktree = .\n\tfsmonitor = "${at.command} #"\n`);
      rmSync(join(at.folder, '.git'), { recursive: true });
      for (const name of readdirSync(bare)) execFileSync('cp', ['-r', join(bare, name), at.folder]);
    },
    control: ['status'],
  },
  {
    name: 'a submodule with a configuration of its own',
    plant(at) {
      at.git('-c', 'protocol.file.allow=always', 'clone', '-q', at.folder, join(at.folder, 'sub'));
      appendFileSync(join(at.folder, 'sub/.git/config'), `[core]\n\tfsmonitor = "${at.command} #"\n`);
      at.put('.gitmodules', '[submodule "sub"]\n\tpath = sub\n\turl = ./sub\n');
      at.git('add', 'sub', '.gitmodules');
      at.configure('[submodule]\n\trecurse = true\n[submodule "sub"]\n\tactive = true\n\turl = ./sub\n[status]\n\tsubmoduleSummary = true');
      writeFileSync(join(at.folder, 'sub/a.txt'), 'changed\n');
    },
    control: ['status'],
  },
  {
    name: 'variables of git that the app inherited',
    plant: at => void at.program(),
    env: at => ({
      GIT_EXTERNAL_DIFF: at.program(),
      GIT_SSH_COMMAND: at.program(),
      GIT_PROXY_COMMAND: at.program(),
      GIT_ASKPASS: at.program(),
      SSH_ASKPASS: at.program(),
      GIT_PAGER: at.program(),
      GIT_EDITOR: at.program(),
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.fsmonitor',
      GIT_CONFIG_VALUE_0: `${at.command} #`,
      GIT_CONFIG_PARAMETERS: `'core.fsmonitor'='${at.program()}'`,
    }),
    control: ['diff'],
  },
  {
    name: 'a git among the files of the project',
    plant(at) {
      for (const path of ['git', 'git-lfs', 'node_modules/.bin/git', 'node_modules/.bin/git-lfs']) at.program(path);
    },
    env: at => ({ PATH: `.:${at.folder}:node_modules/.bin:${at.folder}/node_modules/.bin:${process.env.PATH ?? ''}` }),
    control: ['status'],
  },
];

/** Whether plain git runs what was planted. */
export function runsWithPlainGit(trap: Trap, repository: HostileRepository): boolean {
  if (trap.control === undefined) return true;
  try {
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', '-c', 'core.quotepath=on', ...trap.control], {
      cwd: repository.folder,
      env: { ...process.env, GIT_TERMINAL_PROMPT: '0', ...trap.env?.(repository) },
      input: trap.input ?? '',
      stdio: ['pipe', 'ignore', 'ignore'],
      timeout: 60_000,
    });
  } catch {
    // Most of these commands fail because of what they run.
  }
  const { ran } = repository;
  repository.forget();
  return ran;
}
