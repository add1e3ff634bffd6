import { execFileSync, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';

/** What no command may ever print; the key of a model in the environment is this and `-key`. */
export const secret = 'SECRET-a41f';

export type Escaped = (output: string) => boolean;

/** Everything that a command could want around a project, and the attacks on it. */
export interface EscapesWorld {
  readonly project: string;
  /** Each with its command, and what says afterwards, from the command's output and the world, whether it escaped. */
  readonly attacks: readonly (readonly [name: string, command: string, begin: () => Escaped])[];
  /** What is in the project now, without what a command planted and the sandbox has set aside. */
  left(): readonly string[];
  end(): void;
}

/** A home with secrets, a project, servers and a process to kill. `program` is a word in the command line of whoever runs the attacks. */
export async function openEscapesWorld({
  folder,
  home,
  userData,
  mode,
  program,
}: Readonly<Record<'folder' | 'home' | 'userData' | 'program', string>> & { readonly mode: 'open' | 'secure' }): Promise<EscapesWorld> {
  const project = join(home, 'work/project');
  const victim = spawn('/bin/sleep', ['600'], { stdio: 'ignore', env: { CANARY: `${secret}-environ` } });
  const etc = `/etc/atelier-planted-${process.pid}`;
  let reached = 0;

  function put(path: string, text: string): string {
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, text);
    return path;
  }

  const key = put(join(home, '.ssh/id_rsa'), secret);
  const bashrc = put(join(home, '.bashrc'), '# mine\n');
  const auth = put(join(userData, '.agent/agent/auth.json'), JSON.stringify({ planted: { type: 'api_key', key: secret } }));
  const sibling = put(join(home, 'work/project-two/notes'), secret);
  const outside = put(join(home, 'work/outside.txt'), secret);
  put(join(project, '.env'), secret);
  put(join(project, 'a.txt'), 'a\n');
  symlinkSync(outside, join(project, 'link'));
  symlinkSync(join(home, 'work'), join(project, 'up'));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: project, stdio: 'pipe' });
  git('init', '-q');
  git('add', 'a.txt');
  git('commit', '-qm', 'begin');
  put(join(home, '.gitconfig'), '[user]\n\tname = T\n\temail = t@t\n');

  const tcp = createServer(socket => {
    reached += 1;
    socket.destroy();
  });
  const unix = createServer(socket => {
    reached += 1;
    socket.destroy();
  });
  const abstract = createServer(socket => {
    reached += 1;
    socket.destroy();
  });
  const udp = createSocket('udp4').on('message', () => {
    reached += 1;
  });
  const socketPath = join(folder, 'docker.sock');
  const abstractName = `atelier-${process.pid}`;
  await Promise.all([
    new Promise<void>(resolve => tcp.listen(0, () => resolve())),
    new Promise<void>(resolve => unix.listen(socketPath, () => resolve())),
    new Promise<void>(resolve => abstract.listen(`\0${abstractName}`, () => resolve())),
    new Promise<void>(resolve => udp.bind(0, () => resolve())),
  ]);
  const tcpPort = (tcp.address() as { port: number }).port;
  const udpPort = udp.address().port;
  const lan =
    Object.values(networkInterfaces())
      .flat()
      .find(one => one?.family === 'IPv4' && !one.internal)?.address ?? '127.0.0.2';
  const unixClient = (name: string) =>
    `perl -e 'use Socket; socket(my $s, AF_UNIX, SOCK_STREAM, 0) or die; connect($s, pack("S a*", AF_UNIX, ${name})) or die "no"; print "in"'`;

  const printsSecret: Escaped = output => output.includes(secret);
  const prints = (word: string) => (output: string) => output.includes(word);
  const changed = (path: string) => {
    const before = existsSync(path) ? `${statSync(path).mode}${statSync(path).isFile() ? readFileSync(path, 'utf8') : ''}` : '';
    return () => (existsSync(path) ? `${statSync(path).mode}${statSync(path).isFile() ? readFileSync(path, 'utf8') : ''}` : '') !== before;
  };
  const connects = () => {
    const before = reached;
    return () => reached > before;
  };
  const running = (word: string) => () =>
    readdirSync('/proc').some(pid => {
      try {
        return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(word);
      } catch {
        return false;
      }
    });

  const attacks: readonly (readonly [name: string, command: string, escaped: () => Escaped])[] = [
    ['write into home', 'echo x > ~/planted', () => changed(join(home, 'planted'))],
    ['write .bashrc', 'echo x >> ~/.bashrc', () => changed(bashrc)],
    // It would change the machine itself, so it is tried only where it must be stopped.
    ['write /etc', `${mode === 'secure' ? `echo x > ${etc}` : 'true'}`, () => () => existsSync(etc)],
    ['write beside the project', 'echo x > ../planted', () => changed(join(home, 'work/planted'))],
    ['read a key', `cat ${key}`, () => printsSecret],
    [
      'read a key, hidden from a filter',
      `p=$(echo ${Buffer.from(key).toString('base64')} | base64 -d); eval "c""at \\$p"`,
      () => printsSecret,
    ],
    ['read auth.json', `cat ${auth}`, () => printsSecret],
    ['uncover auth.json', `umount ${userData}; cat ${auth}; unshare -Urm sh -c 'umount ${userData}; cat ${auth}'`, () => printsSecret],
    ['read a sibling project', `cat ${sibling}`, () => printsSecret],
    ['write through a link', 'echo x >> link', () => changed(outside)],
    ['read through a link', 'cat link', () => printsSecret],
    ['read through a link to a folder', 'cat up/outside.txt', () => printsSecret],
    ['link a file in', `ln ${key} stolen && cat stolen`, () => printsSecret],
    ['environment of processes', "cat /proc/[0-9]*/environ | tr '\\0' '\\n'", () => prints(`${secret}-environ`)],
    ['root of processes', `cat /proc/[0-9]*/root${key}`, () => printsSecret],
    ['trace a process', `perl -e 'print syscall(101, 16, ${victim.pid}, 0, 0) == 0 ? "TRACED" : "no"'`, () => prints('TRACED')],
    ['tcp to loopback', `echo > /dev/tcp/127.0.0.1/${tcpPort}`, connects],
    ['tcp to the network', `echo > /dev/tcp/${lan}/${tcpPort}`, connects],
    ['udp', `echo ${secret} > /dev/udp/127.0.0.1/${udpPort}`, connects],
    ['unix socket', unixClient(`"${socketPath}"`), connects],
    ['abstract socket', unixClient(`"\\0${abstractName}"`), connects],
    ['a key in the environment', 'env', () => prints(`${secret}-key`)],
    ['git hooks', 'echo x > .git/hooks/pre-commit', () => changed(join(project, '.git/hooks/pre-commit'))],
    ['git config', 'git config core.fsmonitor ./evil; echo x >> .git/config', () => changed(join(project, '.git/config'))],
    ['git attributes', 'mkdir -p .git/info; echo x > .git/info/attributes', () => changed(join(project, '.git/info/attributes'))],
    ['git from elsewhere', 'echo ../evil > .git/commondir', () => changed(join(project, '.git/commondir'))],
    ['plant .pi', 'mkdir -p .pi/extensions; echo x > .pi/extensions/a.ts', () => changed(join(project, '.pi/extensions/a.ts'))],
    ['plant .vscode', 'mkdir -p .vscode; echo x > .vscode/tasks.json', () => changed(join(project, '.vscode/tasks.json'))],
    [
      'plant .vscode where nothing may be renamed',
      `mkdir p; echo x > p/tasks.json; mv -T p .vscode; chmod 500 .; ${mode === 'secure' ? 'sleep 60' : 'chmod 700 .'}`,
      () => changed(join(project, '.vscode/tasks.json')),
    ],
    ['plant .mcp.json', 'echo x > .mcp.json', () => changed(join(project, '.mcp.json'))],
    ['plant .envrc', 'echo x > .envrc', () => changed(join(project, '.envrc'))],
    ['a process that stays', '(setsid sleep 4242 >/dev/null 2>&1 &) ; (nohup sleep 4242 >/dev/null 2>&1 &)', () => running('\0' + '4242')],
    ['a user namespace', "unshare -Ur sh -c 'echo NESTED'", () => prints('NESTED')],
    ['more privileges', "grep -q 'NoNewPrivs:.1' /proc/self/status || echo PRIVILEGES", () => prints('PRIVILEGES')],
    ['chmod outside', 'chmod 777 ~/.ssh', () => changed(join(home, '.ssh'))],
    ['stat outside', `stat -c FOUND%s ${key}`, () => prints('FOUND')],
    ['list home', 'ls -a ~', () => prints('.ssh')],
    ['list processes', "cat /proc/[0-9]*/cmdline | tr '\\0' ' '", () => prints(program)],
    [
      'the keyring',
      `perl -e 'print syscall(250, 0, -3, 0) >= 0 ? "KEYS" : "no"'`,
      () => (process.arch === 'x64' ? prints('KEYS') : () => false),
    ],
    ["the project's own .env", 'cat .env', () => printsSecret],
    ['kill a process', `kill -9 ${victim.pid}`, () => () => !existsSync(`/proc/${victim.pid}/exe`) || victim.signalCode !== null],
    [
      'rename .git',
      'mv .git old && cp -r old .git && echo x > .git/hooks/post-commit',
      () => changed(join(project, '.git/hooks/post-commit')),
    ],
  ];

  /** What a command planted was given another name. */
  const isKept = (name: string) => !name.includes('.set-aside-');
  return {
    project,
    attacks,
    left: () => readdirSync(project).filter(isKept).toSorted(),
    end() {
      victim.kill('SIGKILL');
      for (const server of [tcp, unix, abstract, udp]) server.close();
    },
  };
}
