import { argumentsOf, type SimpleCommand } from '../shell/shell-line.ts';
import { fromSubcommand, isAmong, valuesOf } from './arguments.ts';

const ownOptions = ['--git-dir', '--work-tree', '--namespace', '--exec-path', '--config-env', '--attr-source', '--super-prefix'];
/** Settings that make git run something, under a name or by itself. */
const runningSetting = /^(?:alias\..*|core\.hookspath|include(?:if\..*)?\.path)(?:=|$)/i;

/** What a git command destroys that git does not keep; undefined if nothing. */
export function gitDanger(command: SimpleCommand): string | undefined {
  const [subcommand = '', ...given] = fromSubcommand(command, 'Cc', ownOptions);
  const [first = ''] = given;
  if (valuesOf(ownOf(command, subcommand), 'c', ['--config-env']).some(value => runningSetting.test(value))) return 'git -c';
  if (command.assignments.some(assignment => /^GIT_CONFIG_(?:COUNT|KEY|VALUE|PARAMETERS)/.test(assignment))) return 'git -c';
  const has = (letters: string, ...words: readonly string[]) => isAmong(given, letters, words);
  switch (subcommand) {
    case 'push': {
      const isForced = has('fd', '--force', '--force-with-lease', '--force-if-includes', '--mirror', '--delete', '--prune');
      return isForced || given.some(value => /^[+:]./.test(value)) ? 'git push --force' : undefined;
    }
    case 'reset':
      return has('', '--hard', '--merge', '--keep') ? 'git reset --hard' : undefined;
    case 'clean':
      // Behind `-e` stands a pattern.
      return has('n', '--dry-run') && !has('e') ? undefined : 'git clean';
    case 'checkout':
      if (has('fB', '--force', '--') || given.some(value => value === '.' || /^(?:\.\/|:\/)/.test(value))) return 'git checkout';
      // Two names are a commit and a file; a new branch and where it begins are made by an option.
      return given.filter(value => !value.startsWith('-')).length > 1 && !has('bBt', '--orphan', '--track') ? 'git checkout' : undefined;
    case 'rm':
      return has('f', '--force') && !has('', '--cached') ? 'git rm -f' : undefined;
    case 'config':
      if (given.some(value => value.startsWith('!'))) return 'git config';
      return has('', '--global', '--system') && !has('l', '--get', '--get-all', '--get-regexp', '--list')
        ? 'git config --global'
        : undefined;
    case 'switch':
      return has('fC', '--force', '--discard-changes', '--force-create') ? 'git checkout' : undefined;
    case 'restore':
      return has('S', '--staged') && !has('W', '--worktree') ? undefined : 'git checkout';
    case 'read-tree':
    case 'checkout-index':
      return has('uf', '--reset', '--force') ? 'git checkout' : undefined;
    case 'branch':
      return has('DfMC', '--force') ? 'git branch -D' : undefined;
    case 'tag':
      return has('d', '--delete') ? 'git tag -d' : undefined;
    case 'stash':
      return first === 'drop' || first === 'clear' ? 'git stash drop' : undefined;
    case 'reflog':
      return first === 'expire' || first === 'delete' ? 'git reflog' : undefined;
    case 'gc':
      return given.some(value => value.startsWith('--prune')) ? 'git gc --prune' : undefined;
    case 'prune':
    case 'filter-branch':
    case 'filter-repo':
      return `git ${subcommand}`;
    case 'update-ref':
    case 'symbolic-ref':
      return subcommand === 'update-ref' || has('d', '--delete') ? 'git update-ref -d' : undefined;
    case 'lfs':
    case 'notes':
      return first === 'prune' ? 'git prune' : undefined;
    case 'remote':
      return first === 'remove' || first === 'rm' ? 'git remote remove' : undefined;
    case 'apply':
      return has('', '--unsafe-paths') ? 'git apply' : undefined;
    case 'worktree':
      return first === 'remove' && has('f', '--force') ? 'git worktree remove' : undefined;
    case 'submodule':
      return first === 'deinit' && has('f', '--force', '--all') ? 'git submodule deinit' : undefined;
    default:
      return undefined;
  }
}

/** The arguments before the subcommand. */
function ownOf(command: SimpleCommand, subcommand: string): readonly string[] {
  const given = argumentsOf(command);
  return given.slice(0, subcommand === '' ? undefined : given.indexOf(subcommand));
}
