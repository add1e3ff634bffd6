import { hostname } from 'node:os';
import { argumentsOf, type SimpleCommand } from '../shell/shell-line.ts';
import { fromSubcommand, hasOption, operandsOf, valuesOf } from './arguments.ts';
import { dockerDanger, removesData } from './containers.ts';
import type { Where } from './where.ts';

type Danger = (command: SimpleCommand, where: Where) => string | undefined;
type Dangers = Readonly<Record<string, Danger>>;

function all(names: readonly string[], danger: Danger | string): Dangers {
  return Object.fromEntries(names.map(name => [name, typeof danger === 'string' ? () => danger : danger]));
}

/** When the first words behind the program's own options are these; `letters` and `words` are of its options that take a value. */
function when(what: string, first: RegExp, letters = '', words: readonly string[] = []): Danger {
  return command => (first.test(fromSubcommand(command, letters, words).slice(0, 4).join(' ')) ? what : undefined);
}

/** What may harm this machine: its disks, its services, its accounts, its packages. */
const local: Dangers = {
  ...all(['sudo', 'doas', 'pkexec', 'su', 'runuser', 'run0'], 'sudo'),
  ...all(
    [
      'mkfs',
      'mke2fs',
      'mdadm',
      'dmsetup',
      'debugfs',
      'wipefs',
      'fdisk',
      'sfdisk',
      'parted',
      'sgdisk',
      'gdisk',
      'blkdiscard',
      'mkswap',
      'cryptsetup',
      'hdparm',
      'nvme',
    ],
    'mkfs',
  ),
  badblocks: command => (hasOption(command, 'wn') ? 'mkfs' : undefined),
  ...all(['lvremove', 'vgremove', 'pvremove'], 'lvremove'),
  ...all(['zfs', 'zpool'], when('zfs destroy', /^(?:destroy|rollback|labelclear)\b/)),
  btrfs: when('btrfs delete', /^subvolume delete\b/),
  diskutil: when('diskutil erase', /^(?:erase|reformat|partition|secureErase|apfs delete)/i),
  ...all(['shutdown', 'reboot', 'halt', 'poweroff', 'telinit'], 'shutdown'),
  init: command => (/^[06]$/.test(argumentsOf(command)[0] ?? '') ? 'shutdown' : undefined),
  systemctl: when(
    'systemctl',
    /^(?:start|restart|reload|enable|reenable|edit|link|preset|stop|disable|mask|kill|isolate|poweroff|reboot|halt|emergency|rescue|set-\S+)\b/,
    'HMpnost',
    ['--host', '--machine'],
  ),
  loginctl: when('systemctl', /^(?:poweroff|reboot|halt|suspend|hibernate|(?:terminate|kill)-\S+)\b/, 'HM', ['--host', '--machine']),
  machinectl: when('systemctl', /^(?:shell|terminate|remove|kill|poweroff)\b/, 'HM'),
  fuser: command => (hasOption(command, 'k', '--kill') ? 'kill by name' : undefined),
  service: command => (/^(?:stop|restart)$/.test(argumentsOf(command)[1] ?? '') ? 'service' : undefined),
  launchctl: when('launchctl', /^(?:load|submit|bootstrap|start|kickstart|enable|unload|bootout|remove|disable)\b/),
  kill: command => (argumentsOf(command).slice(1).includes('-1') ? 'kill -1' : undefined),
  ...all(['killall', 'killall5', 'pkill', 'skill'], 'kill by name'),
  crontab: command => (hasOption(command, 'l') && !hasOption(command, 'er') ? undefined : 'crontab'),
  ...all(['at', 'batch'], 'at'),
  ...all(
    [
      'userdel',
      'groupdel',
      'deluser',
      'delgroup',
      'usermod',
      'useradd',
      'adduser',
      'groupadd',
      'gpasswd',
      'passwd',
      'chsh',
      'chpasswd',
      'visudo',
      'vipw',
    ],
    'accounts',
  ),
  ...all(['iptables', 'ip6tables'], command => (hasOption(command, 'FXPD', '--flush') ? 'firewall' : undefined)),
  ufw: when('firewall', /^(?:disable|reset|delete)\b/),
  nft: when('firewall', /^(?:flush|delete)\b/),
  ...all(['setcap'], 'setcap'),
  ...all(['modprobe', 'insmod', 'rmmod', 'kexec', 'sysctl'], 'kernel'),
  ...all(['mount', 'umount', 'losetup', 'swapoff'], command => (operandsOf(command).length > 0 ? 'mount' : undefined)),
  gpg: command => (argumentsOf(command).some(value => value.startsWith('--delete-')) ? 'gpg' : undefined),
  ...all(
    ['apt', 'apt-get', 'aptitude', 'dnf', 'yum', 'zypper', 'snap', 'flatpak', 'apk', 'brew'],
    when('remove packages', /^(?:remove|purge|autoremove|autopurge|erase|uninstall|del)\b/),
  ),
  dpkg: command => (hasOption(command, 'rP', '--remove', '--purge') ? 'remove packages' : undefined),
  rpm: command => (hasOption(command, 'e', '--erase') ? 'remove packages' : undefined),
  pacman: command => (hasOption(command, 'R', '--remove') ? 'remove packages' : undefined),
};

/** What starts something where no sandbox of this command holds it. */
const beyond: Dangers = {
  'systemd-run': () => 'systemd-run',
  ...all(['busctl', 'dbus-send', 'qdbus', 'gdbus'], command => (hasOption(command, '', 'list', 'introspect') ? undefined : 'dbus')),
  tmux: when(
    'tmux',
    /^(?:new|new-session|neww|new-window|splitw|split-window|send|send-keys|run|run-shell|if-shell|respawn|pipe-pane|source)/,
    'fLSc',
  ),
  screen: command => (hasOption(command, 'X') ? 'tmux' : undefined),
  ssh: command => (isThisMachine(operandsOf(command, 'BbcDEeFIiJLlmOopQRSWw')[0] ?? '') ? 'ssh localhost' : undefined),
  ...all(['nc', 'ncat', 'netcat'], command => (hasOption(command, 'ec', '--exec', '--sh-exec') ? 'remote shell' : undefined)),
  socat: command => (argumentsOf(command).some(value => /^(?:EXEC|SYSTEM|SHELL):/i.test(value)) ? 'remote shell' : undefined),
};

function isThisMachine(host: string): boolean {
  const name = host.slice(host.lastIndexOf('@') + 1).replace(/^\w+:\/\//, '');
  return /^(?:localhost\b|127\.|\[?::1|0(?:\.|$)|\[?::ffff:127\.)/i.test(name) || name.toLowerCase() === hostname().toLowerCase();
}

const packageOptions = ['--workspace', '--filter', '--prefix', '--cwd', '--registry', '--tag', '--dir', '--project', '--manifest-path'];

/** What publishes something for others. */
const publishing: Dangers = {
  ...all(
    ['npm', 'pnpm', 'yarn', 'bun', 'cargo', 'poetry', 'uv', 'vsce', 'ovsx', 'flit', 'hatch'],
    when('publish', /^(?:npm )?(?:publish|unpublish|deprecate|dist-tag (?:add|rm)|owner (?:add|rm)|yank)\b/, 'wCF', packageOptions),
  ),
  gem: when('publish', /^(?:push|yank)\b/),
  twine: when('publish', /^upload\b/),
  ...all(['python', 'python3'], command => (/^-m twine upload\b/.test(argumentsOf(command).join(' ')) ? 'publish' : undefined)),
  ...all(['lerna', 'changeset'], when('publish', /^publish\b/)),
  ...all(['semantic-release', 'release-it', 'np'], 'publish'),
  ...all(['mvn', 'mvnw', 'gradle', 'gradlew'], command =>
    operandsOf(command).some(value => /^(?:deploy|publish\w*|\w*:publish\w*)$/.test(value)) ? 'publish' : undefined,
  ),
};

const clusterOptions = [
  '--context',
  '--namespace',
  '--kubeconfig',
  '--cluster',
  '--user',
  '--server',
  '--kube-context',
  '--as',
  '--as-group',
  '--token',
];
const cloudProgram = /^(?:rm|rb|delete|destroy|purge|remove|reset|[a-z:]+:(?:delete|destroy|reset))$/;
const awsCommand = /^(?:rm|rb|delete|--delete|(?:delete|terminate|remove|deregister|purge|stop)-[a-z-]+)$/;
const githubCommand =
  /^(?:repo|release|secret|variable|run|workflow|cache|gist|issue|codespace|extension|label|ssh-key|gpg-key) (?:delete|archive|remove|disable)\b|^release create\b/;

/** What may destroy something on other machines. */
const remote: Dangers = {
  ...all(['docker', 'podman', 'nerdctl'], dockerDanger),
  'docker-compose': command => (removesData(fromSubcommand(command, 'fp')) ? 'docker rm' : undefined),
  ...all(['kubectl', 'oc'], when('kubectl delete', /^(?:delete|drain|replace --force)\b/, 'n', clusterOptions)),
  helm: when('helm uninstall', /^(?:uninstall|delete|rollback)\b/, 'n', clusterOptions),
  ...all(['terraform', 'tofu', 'terragrunt'], command => {
    const [subcommand, next] = fromSubcommand(command);
    const isUnasked = hasOption(command, '', '-auto-approve', '--auto-approve', '-destroy', '--destroy');
    const destroys = subcommand === 'destroy' || (subcommand === 'state' && next === 'rm') || (subcommand === 'apply' && isUnasked);
    return destroys ? 'terraform destroy' : undefined;
  }),
  pulumi: when('pulumi destroy', /^(?:destroy|down|stack rm|state delete)\b/, 'sC', ['--stack', '--cwd']),
  ...all(['cdk', 'vagrant'], when('terraform destroy', /^destroy\b/)),
  virsh: when('virsh', /^(?:destroy|undefine|\S+-delete)\b/, 'c', ['--connect']),
  vault: when('vault', /^(?:delete|\w+ (?:delete|destroy|disable))\b/),
  rclone: when('rclone', /^(?:purge|delete|deletefile|rmdirs?|sync|move|moveto|cleanup)\b/, '', ['--config']),
  s3cmd: when('s3cmd', /^(?:del|rm|rb|sync --delete-removed)\b/, 'c'),
  mc: when('mc', /^(?:rm|rb)\b/),
  restic: when('restic', /^(?:forget|prune)\b/, 'r', ['--repo']),
  curl: command => (valuesOf(argumentsOf(command), 'X', ['--request']).includes('DELETE') ? 'curl DELETE' : undefined),
  aws: command => (argumentsOf(command).some(value => awsCommand.test(value)) ? 'aws' : undefined),
  gh: command => {
    const given = fromSubcommand(command, 'R', ['--repo', '--hostname']);
    const isDeleting = given[0] === 'api' && valuesOf(given, 'X', ['--method']).includes('DELETE');
    const isPublic = given.includes('--public') || valuesOf(given, '', ['--visibility']).includes('public');
    return isDeleting || isPublic || githubCommand.test(given.slice(0, 4).join(' ')) ? 'gh' : undefined;
  },
  ...Object.fromEntries(
    ['gcloud', 'gsutil', 'az', 'doctl', 'heroku', 'flyctl', 'fly', 'vercel', 'netlify', 'firebase', 'wrangler', 'supabase', 'railway'].map(
      name => [name, (command: SimpleCommand) => (operandsOf(command).some(value => cloudProgram.test(value)) ? name : undefined)],
    ),
  ),
};

/** Programs that may harm the machine, publish, or destroy what lies elsewhere, and when. */
export const machineDangers: Dangers = { ...local, ...beyond, ...publishing, ...remote };
