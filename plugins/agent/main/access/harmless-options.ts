/**
 * The options of programs that a rule covers although it does not name them: with none of them a program runs another one, loads code or
 * settings, or writes to a file that `writtenBy` does not see. First the letters, where `:` follows those that take what stands right
 * behind them, then whole words; `+` stands for words that begin with one.
 */
const lists: Readonly<Record<string, string>> = {
  git: 'abeiklmnpqrstvwzAEGSPU --oneline --stat --shortstat --numstat --name-only --name-status --graph --all --decorate --abbrev-commit --pretty --format --date --since --until --after --before --author --grep --max-count --follow --patch --no-patch --cached --staged --word-diff --color --no-color --short --branch --porcelain --verbose --quiet --message --amend --no-edit --allow-empty --signoff --set-upstream --tags --prune --rebase --ff-only --no-ff --continue --abort --skip --autostash --track --list --remotes --merged --no-merged --ours --theirs --no-pager --no-verify --show-toplevel --abbrev-ref --is-inside-work-tree --others --exclude-standard --ignore-case --line-number --first-parent --reverse --no-merges --left-right --depth --dry-run',
  npm: 'stu --silent --watch --run --coverage --verbose --bail --ci --if-present --workspaces --save-dev --save-exact --no-audit --no-fund --json --testNamePattern --no-coverage --update --production --all',
  pnpm: 'rsD --silent --watch --run --coverage --verbose --bail --if-present --recursive --frozen-lockfile --save-dev --json',
  yarn: 'D --silent --watch --run --coverage --verbose --bail --frozen-lockfile --immutable --dev --json',
  bun: 'd --silent --watch --coverage --bail --frozen-lockfile --dev',
  vitest:
    'tuw --watch --run --coverage --bail --silent --update --changed --passWithNoTests --testNamePattern --no-coverage --hideSkippedTests --retry',
  jest: 'itu --watch --watchAll --coverage --bail --silent --verbose --ci --runInBand --updateSnapshot --passWithNoTests --testNamePattern --onlyChanged --no-coverage --no-cache --detectOpenHandles --forceExit',
  mocha: 'bg --bail --grep --watch --exit --parallel --timeout',
  pytest:
    'aefklmnqrsvxA --maxfail --tb --lf --last-failed --ff --failed-first --sw --stepwise --durations --no-header --no-cov --cov --verbose --quiet --exitfirst --collect-only --co --showlocals',
  eslint: '- --fix --quiet --max-warnings --cache --no-cache --color --no-color --ext',
  prettier: 'clw --check --write --list-different --no-color',
  tsc: 'bvw --noEmit --build --watch --pretty --version --strict',
  cargo:
    'jpqvr --release --all --workspace --all-targets --all-features --no-default-features --locked --offline --frozen --verbose --quiet --lib --bins --bin --tests --test --example --features --package --exclude --no-run --no-fail-fast --doc --nocapture --exact --ignored --test-threads --check',
  go: '- -v -race -run -count -short -cover -bench -benchmem -timeout -failfast -json -parallel -tags -o -x -n -u -m --run --race',
  make: 'jknsiBqw --silent --keep-going --always-make --dry-run --jobs --quiet',
  node: 'v --test --watch --version --enable-source-maps --no-warnings --test-only --test-name-pattern --test-concurrency',
  python: 'uBEqsOV --version',
  pip: 'qvU --quiet --verbose --upgrade --user --outdated --dry-run',
  apt: 'yq --yes --quiet --no-install-recommends',
  tar: 'acfjkptvxzJ --create --extract --list --file --verbose --gzip --bzip2 --xz --zstd --exclude --strip-components --wildcards',
  zip: 'qrjv',
  unzip: 'lqtv',
  sed: 'enrsuzE --quiet --silent --expression --regexp-extended --null-data --separate --posix --sandbox',
  awk: 'F:v: --field-separator --assign --posix --sandbox',
  grep: 'abceilmnoqrsvwxzA:B:C:EFGHILPRTUZ --color --colour --include --exclude --exclude-dir --line-number --ignore-case --recursive --count --files-with-matches --files-without-match --only-matching --invert-match --word-regexp --fixed-strings --extended-regexp --perl-regexp --context --after-context --before-context --max-count --with-filename --no-filename --quiet --null --text --regexp --no-messages --line-regexp',
  rg: 'abceg:ilmnopqrst:uvwxA:B:C:FHILNPSTU --color --glob --iglob --hidden --files --type --type-not --no-ignore --line-number --ignore-case --smart-case --count --count-matches --files-with-matches --files-without-match --only-matching --invert-match --word-regexp --fixed-strings --multiline --pcre2 --context --after-context --before-context --max-count --max-depth --no-heading --heading --json --sort --stats --vimgrep --no-filename --with-filename --replace --trim',
  find: '- -name -iname -path -ipath -wholename -regex -iregex -type -maxdepth -mindepth -size -empty -mtime -mmin -ctime -cmin -atime -amin -newer -perm -user -group -links -inum -print -print0 -printf -prune -not -o -or -a -and -depth -xdev -mount -follow -quit -true -false -readable -writable -executable -regextype -L -H -P -ls',
  fd: 'aegpstuEFHILS --hidden --no-ignore --type --extension --exclude --max-depth --min-depth --glob --absolute-path --full-path --follow --size',
  ls: 'abcdfghiklmnopqrstuvwxABCDFGHIKLNQRSTUXZ1 --all --almost-all --color --human-readable --recursive --sort --time --reverse --directory --classify --group-directories-first --full-time --inode --size --time-style',
  cat: 'AbEenstTuv --number --show-all --show-ends --show-tabs --number-nonblank --squeeze-blank --show-nonprinting',
  head: 'cnqvz --lines --bytes --quiet --verbose',
  tail: 'cfnqrsvzF + --lines --bytes --quiet --verbose --follow --retry --pid',
  wc: 'clmwL --lines --words --bytes --chars --max-line-length',
  sort: 'bcdfghik:mnorsS:t:uvzCMRV --numeric-sort --reverse --unique --key --field-separator --output --human-numeric-sort --version-sort --ignore-case --stable --check --general-numeric-sort --zero-terminated --random-sort --month-sort --merge --buffer-size',
  uniq: 'cdf:is:uw:zD --count --repeated --unique --ignore-case --all-repeated --skip-fields',
  cut: 'b:c:d:f:nsz --delimiter --fields --characters --bytes --complement --output-delimiter --only-delimited',
  tr: 'cdstC --delete --squeeze-repeats --complement --truncate-set1',
  diff: 'abcdeiqrstuwyBENTU:W: --unified --brief --recursive --color --side-by-side --ignore-all-space --new-file --exclude --strip-trailing-cr --context --suppress-common-lines --ignore-case --ignore-space-change --ignore-blank-lines --label --text --report-identical-files --minimal',
  jq: 'acejnrsCMRS --arg --argjson --args --jsonargs --raw-output --compact-output --exit-status --slurp --null-input --sort-keys --raw-input --tab --indent --join-output --color-output --monochrome-output',
  echo: 'neE',
  cp: 'abdfilnprsuvxHLPRT --recursive --archive --force --verbose --no-clobber --update --parents --preserve --interactive --dereference --no-dereference --link --symbolic-link --reflink --no-preserve --no-target-directory --backup',
  mv: 'bfinuvT --force --verbose --no-clobber --update --interactive --no-target-directory --backup',
  rm: 'dfirvIR --recursive --force --verbose --dir --interactive',
  ln: 'bfinrsvLPT --symbolic --force --verbose --relative --no-dereference --no-target-directory --backup',
  rmdir: 'pv --parents --verbose --ignore-fail-on-non-empty',
  mkdir: 'm:pv --parents --verbose --mode',
  touch: 'acd:mr:t:h --no-create --date --reference --time',
  chmod: 'cfgorstuvwxXR + --recursive --verbose --changes --silent --quiet --reference',
  stat: 'c:f:Lt --format --printf --terse --dereference --file-system',
  file: 'bhiLk0N --brief --mime --mime-type --mime-encoding --dereference --no-dereference',
  du: 'abcd:hklmsxDHLS --all --human-readable --summarize --max-depth --total --bytes --apparent-size --exclude --one-file-system --time',
  df: 'ahiklmt:x:BHPT --human-readable --all --inodes --type --total --output --local --print-type',
  date: 'd:f:I:r:uR + --date --utc --iso-8601 --reference --rfc-3339 --rfc-email --universal',
  id: 'agGnruzZ --user --group --groups --name --real',
  uname: 'aimnoprsv --all --machine --kernel-name --kernel-release --operating-system',
  basename: 'as:z --suffix --multiple --zero',
  dirname: 'z --zero',
  pwd: 'LP --logical --physical',
  cd: 'LPe@ +',
  pushd: 'n +',
  popd: 'n +',
  realpath: 'ems:zLPq --relative-to --relative-base --canonicalize-existing --canonicalize-missing --no-symlinks --strip --quiet',
  readlink: 'efmnqsvz --canonicalize --canonicalize-existing --canonicalize-missing --no-newline',
  set: 'abefhkmnuvxBCEHPTo +',
  test: 'adefghknoprstuwxzLNOSG -eq -ne -lt -le -gt -ge -ot -nt -ef',
  tee: 'aip --append --ignore-interrupts',
  tree: 'adfghi:pstuACDFL:I:P:JN --dirsfirst --noreport --charset --gitignore --prune --filelimit --du',
  which: 'as --all',
  type: 'aftpP',
  seq: 'f:s:w --separator --equal-width --format',
  nl: 'b:h:n:s:v:w: --body-numbering --number-width',
  base64: 'diw:D --decode --wrap --ignore-garbage',
  sha256sum: 'bctz --check --binary --text --quiet --status --ignore-missing --tag --strict --warn',
  column: 'ts:c:o:xnJR --table --separator --output-separator --json',
  paste: 'd:sz --delimiters --serial --zero-terminated',
  cmp: 'bi:ln:s --print-bytes --silent --quiet --verbose --bytes --ignore-initial',
  comm: 'z --check-order --nocheck-order --output-delimiter --total',
  tac: 'b:rs: --before --regex --separator',
  curl: 'fgiosvILNOS --silent --show-error --fail --location --head --include --verbose --compressed --output --remote-name --max-time --connect-timeout --retry',
  wget: 'cqvO --quiet --continue --no-verbose --output-document --timeout --tries',
  rsync: 'ahnrtvzP --archive --recursive --verbose --compress --dry-run --progress --human-readable --exclude --include --stats',
  ssh: 'lpqtvT',
  docker: 'aqft --all --quiet --no-trunc --format --filter --tail --since --follow --timestamps',
  kubectl: 'lnowA --namespace --all-namespaces --selector --watch --show-labels --output --tail --since --previous --container',
  gh: 'L --json --limit --state --title --body --head --base --label --draft --jq',
  psql: 'lqtAX --list --quiet --tuples-only --no-align --no-psqlrc',
  gcc: 'D:I:L:l:O:cgoqvSE -Wall -Wextra -Werror -Wpedantic -pedantic -std -pthread -shared -fPIC -static -MMD -MD',
};

/** Programs with the options of another one. */
const like: Readonly<Record<string, string>> = {
  ...{ egrep: 'grep', fgrep: 'grep', gawk: 'awk', mawk: 'awk', nawk: 'awk', gmake: 'make', python3: 'python', pip3: 'pip', fdfind: 'fd' },
  ...{ '[': 'test', md5sum: 'sha256sum', 'apt-get': 'apt', 'py.test': 'pytest', podman: 'docker', nerdctl: 'docker', oc: 'kubectl' },
  ...{ 'g++': 'gcc', cc: 'gcc', 'c++': 'gcc', clang: 'gcc', 'clang++': 'gcc', tsx: 'node' },
};

/** Whether an argument is no option, or one that this program may be given without a question. */
export function isHarmless(program: string, argument: string): boolean {
  if (!/^[-+]/.test(argument) || /^--?$/.test(argument)) return true;
  const [letters = '', ...words] = optionsOf(program);
  if (words.includes(argument.split('=', 1)[0] ?? '')) return true;
  if (argument.startsWith('+')) return words.includes('+');
  return !argument.startsWith('--') && isCluster(argument.slice(1), letters);
}

function optionsOf(program: string): readonly string[] {
  const name = Object.hasOwn(like, program) ? like[program] : program;
  return (name !== undefined && Object.hasOwn(lists, name) ? lists[name] : undefined)?.split(' ') ?? [];
}

/** Whether these are letters of the list, with numbers behind them, and up to one that takes the rest as its value. */
function isCluster(text: string, letters: string): boolean {
  for (const character of text) {
    if (/[\d,.]/.test(character)) continue;
    const at = letters.indexOf(character);
    if (at < 0 || character === ':') return false;
    if (letters.charAt(at + 1) === ':') return true;
  }
  return letters !== '';
}
