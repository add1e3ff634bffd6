import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fromSubcommand, operandsOf } from './destructive/arguments.ts';
import { argumentsOf, isFixed, programsOf, type ShellLine, type SimpleCommand, unknown } from './shell/shell-line.ts';

/** Programs that always use the network. */
const online: ReadonlySet<string> = new Set([
  ...[
    'curl',
    'wget',
    'ssh',
    'scp',
    'sftp',
    'rsync',
    'ftp',
    'telnet',
    'nc',
    'ncat',
    'ping',
    'dig',
    'nslookup',
    'host',
    'whois',
    'traceroute',
  ],
  ...['terraform', 'tofu', 'pulumi', 'ansible', 'ansible-playbook', 'vercel', 'netlify', 'firebase', 'wrangler', 'flyctl', 'fly', 'heroku'],
  ...['doctl', 'supabase', 'railway', 'twine', 'mail', 'mailx', 'sendmail', 'socat', 'lftp', 'rclone', 's3cmd', 'gsutil', 'nmap'],
  ...['aria2c', 'http', 'https', 'xh', 'npx', 'pnpx', 'bunx', 'gh', 'glab', 'aws', 'gcloud', 'az'],
]);

/** Programs that fetch a package and run it, unless the project has it. */
const starters: ReadonlySet<string> = new Set(['npx', 'pnpx', 'bunx']);

const packages = /^(?:i|install|ci|add|update|upgrade|outdated|audit|view|publish|create|dlx|exec)\b/;
const system = /^(?:install|update|upgrade|require)\b/;
/** Programs that use the network for some of their subcommands. */
const subcommands: Readonly<Record<string, RegExp>> = {
  git: /^(?:clone|fetch|pull|push|ls-remote|submodule update)\b/,
  ...Object.fromEntries(['npm', 'pnpm', 'yarn', 'bun'].map(name => [name, packages])),
  ...Object.fromEntries(['pip', 'pip3'].map(name => [name, /^(?:install|download)\b/])),
  uv: /^(?:add|sync|lock|pip install|tool install)\b/,
  cargo: /^(?:add|install|fetch|update|publish|search)\b/,
  go: /^(?:get|install|mod download|mod tidy)\b/,
  ...Object.fromEntries(['apt', 'apt-get', 'dnf', 'yum', 'brew', 'gem', 'composer', 'bundle', 'poetry'].map(name => [name, system])),
  openssl: /^(?:s_client|s_server|s_time|ocsp)\b/,
  docker: /^(?:pull|push|build|run)\b/,
};

/** Whether a line seems to need the network. The sandbox blocks a command that is not recognised here. */
export function wantsNetwork({ commands }: ShellLine): boolean {
  return commands.some(command => usesDevice(command) || programsOf(command).some(name => isOnline(name, command)));
}

function isOnline(name: string, command: SimpleCommand): boolean {
  if (online.has(name)) return !(starters.has(name) && isInstalled(command));
  if (/^python[\d.]*$/.test(name)) return /^-m pip (?:install|download)\b/.test(argumentsOf(command).slice(0, 3).join(' '));
  if (!Object.hasOwn(subcommands, name)) return false;
  return subcommands[name]?.test(fromSubcommand(command, 'Cc', ['--git-dir', '--work-tree', '--prefix']).slice(0, 3).join(' ')) ?? false;
}

/** Whether the package's program is installed wherever the command may run. */
function isInstalled(command: SimpleCommand): boolean {
  const [program] = operandsOf(command);
  const isName = program !== undefined && isFixed(program) && /^[\w.-]+$/.test(program);
  return (
    isName &&
    command.places.length > 0 &&
    command.places.every(place => place !== undefined && existsSync(join(place, 'node_modules', '.bin', program)))
  );
}

/** Whether a redirection opens one of bash's names for a connection, or may do so. */
function usesDevice({ redirects }: SimpleCommand): boolean {
  return redirects.some(({ target }) => target.values.some(mayBeDevice));
}

function mayBeDevice(value: string): boolean {
  const [beginning = ''] = value.split(/[\uE000-\uE002]/, 1);
  const devices = ['/dev/tcp/', '/dev/udp/'];
  if (isFixed(value)) return devices.some(device => value.startsWith(device));
  // A pattern that begins with a star matches no `/`.
  if (beginning === '' && !value.startsWith(unknown)) return false;
  return devices.some(device => device.startsWith(beginning) || beginning.startsWith(device));
}
