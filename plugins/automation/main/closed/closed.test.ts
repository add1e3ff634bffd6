import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Ran } from '@atelier/kernel/children';
import { expect, onTestFinished, test } from 'vitest';
import { day, hour, opened, settled } from '../automation.fixture.ts';
import { errors } from '../errors.ts';
import { launchAgent, type ScheduledStart, scheduledTask, systemdService, systemdTimer } from './scheduled-files.ts';
import { type SystemScheduler, systemScheduler } from './system-scheduler.ts';

const command = ['/opt/At elier/node', '/opt/a"b/50%/$HOME\\x.js', '--run=automation.due'];
const start: ScheduledStart = { command, times: [Date.parse('2027-03-28T01:30:00.700Z'), Date.parse('2027-12-31T23:59:59Z')] };

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'atelier-closed-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

const ok: Ran = { code: 0, signal: null, failure: undefined, stdout: '', stderr: '', isTruncated: false, isLate: false } as unknown as Ran;

/** A scheduler that keeps what it was told. */
function told() {
  const sets: ScheduledStart[] = [];
  const at = { sets, now: undefined as ScheduledStart | undefined, fails: false };
  const system: SystemScheduler = {
    async set(scheduled) {
      if (at.fails) throw errors['automation/no-system-scheduler']({ program: 'systemctl', why: 'no bus' });
      sets.push(scheduled);
      at.now = scheduled;
    },
    async remove() {
      at.now = undefined;
    },
  };
  return { at, system };
}

test('the units of systemd are read by systemd itself, and their program is the very words, whatever is in them', context => {
  const found = spawnSync('systemd-analyze', ['--version']);
  context.skip(found.status !== 0, 'systemd-analyze is not on this machine');
  const place = folder();
  const odd = ['a b', '50%', '$HOME', 'back\\slash', 'quo"te', "it's", 'two\nlines', '$'.concat('{PATH}'), '%h', '--run=automation.due'];
  const [service, timer] = [join(place, 'atelier-due.service'), join(place, 'atelier-due.timer')];
  writeFileSync(service, systemdService({ ...start, command: ['/bin/echo', ...odd] }));
  writeFileSync(timer, systemdTimer(start));
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['--user', '--man=no', 'verify', service, timer], {
    encoding: 'utf8',
    env: { ...process.env, HOME: place, XDG_RUNTIME_DIR: place, SYSTEMD_UNIT_PATH: `${place}:`, SYSTEMD_LOG_LEVEL: 'debug' },
  });
  const calendars = [...readFileSync(timer, 'utf8').matchAll(/^OnCalendar=(.*)$/gm)].map(([, at = '']) =>
    execFileSync('systemd-analyze', ['calendar', '--base-time=2027-01-01', at], { encoding: 'utf8', env: { ...process.env, TZ: 'UTC' } }),
  );
  expect({
    status,
    complaints: stderr.split('\n').filter(line => /atelier-due\.\w+:\d+:/.test(line)),
    // As systemd says it: quoted for a shell, and with the $$ that it makes $ when it runs it.
    words: /Command Line: (\/bin\/echo .*--run=\S+)/.exec(stdout + stderr)?.[1],
    calendars: calendars.map(text => /Next elapse: (.*)/.exec(text)?.[1]),
  }).toEqual({
    status: 0,
    complaints: [],
    words: '/bin/echo "a b" 50% "\\$\\$HOME" "back\\\\slash" "quo\\"te" "it\'s" "two\\nlines" "\\$\\$'.concat(
      '{PATH}" %h --run=automation.due',
    ),
    calendars: ['Sun 2027-03-28 01:30:00 UTC', 'Fri 2027-12-31 23:59:59 UTC'],
  });
});

test('systemd starts a program whose path has signs of its own', context => {
  context.skip(spawnSync('systemd-analyze', ['--version']).status !== 0, 'systemd-analyze is not on this machine');
  const place = folder();
  const program = join(place, 'a b$HOME%h "c" it\'s back\\slash', 'atelier');
  mkdirSync(dirname(program));
  writeFileSync(program, '#!/bin/sh\nprintf "%s|" "$@"\n', { mode: 0o755 });
  const service = join(place, 'atelier-due.service');
  writeFileSync(service, systemdService({ ...start, command: [program, '$HOME', '%h'] }));
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['--user', '--man=no', 'verify', service], {
    encoding: 'utf8',
    env: { ...process.env, HOME: place, XDG_RUNTIME_DIR: place, SYSTEMD_UNIT_PATH: `${place}:`, SYSTEMD_LOG_LEVEL: 'debug' },
  });
  // Quoted for a shell, and with the $$ that systemd makes $ when it runs it.
  const line = /Command Line: (.*)/.exec(stdout + stderr)?.[1]?.replaceAll('\\$\\$', '\\$') ?? 'false';
  expect({ status, said: execFileSync('/bin/sh', ['-c', line], { encoding: 'utf8' }) }).toEqual({ status: 0, said: '$HOME|%h|' });
});

test.each(['the timer is refused after it was enabled', 'systemd is gone'])('nothing of the timer stays where %s', async what => {
  const home = folder();
  const user = join(home, '.config/systemd/user');
  const wants = join(user, 'timers.target.wants');
  const ran: string[] = [];
  let isRefused = false;
  const system = systemScheduler({
    ...{ platform: 'linux', home, env: {} },
    run: async (_program, [, what = '', ...args]) => {
      ran.push([what, ...args].join(' '));
      if (isRefused && what !== 'daemon-reload' && what !== 'enable') return { ...ok, code: 1, stderr: 'no bus' };
      if (what === 'enable') {
        mkdirSync(wants, { recursive: true });
        rmSync(join(wants, 'atelier-due.timer'), { force: true });
        symlinkSync(join(user, 'atelier-due.timer'), join(wants, 'atelier-due.timer'));
      }
      return ok;
    },
  });
  await system?.set(start);
  isRefused = true;
  ran.length = 0;
  const isTaken = what === 'systemd is gone' ? await system?.remove() : await system?.set(start).catch(() => 'refused');
  expect({ isTaken, left: readdirSync(user).concat(readdirSync(wants)), told: ran.slice(-2) }).toEqual({
    isTaken: what === 'systemd is gone' ? undefined : 'refused',
    left: ['timers.target.wants'],
    told: ['disable --now atelier-due.timer', 'daemon-reload'],
  });
});

test('the files of macOS and Windows say the program, its words and each moment', () => {
  const agent = launchAgent(start, 'Europe/Paris');
  expect(agent).toContain('<string>/opt/a&quot;b/50%/$HOME\\x.js</string>');
  // A new year has begun in Paris.
  expect(agent).toContain(
    '<dict><key>Month</key><integer>1</integer><key>Day</key><integer>1</integer><key>Hour</key><integer>0</integer><key>Minute</key><integer>59</integer></dict>',
  );
  const task = scheduledTask({ ...start, command: ['C:\\Program Files\\Atelier\\Atelier.exe', 'C:\\a b\\', '--run=automation.due'] });
  expect(task).toContain('<Command>C:\\Program Files\\Atelier\\Atelier.exe</Command>');
  expect(task).toContain('<Arguments>&quot;C:\\a b\\\\&quot; --run=automation.due</Arguments>');
  expect(task).toContain('<StartBoundary>2027-03-28T01:30:00Z</StartBoundary>');
});

test.each([
  ['linux', ['.config/systemd/user/atelier-due.service', '.config/systemd/user/atelier-due.timer']],
  ['darwin', ['Library/LaunchAgents/app.atelier.due.plist']],
  ['win32', []],
] as const)('%s: its files are written and taken away whole, and none is left where the system refuses', async (platform, files) => {
  const home = folder();
  const ran: string[] = [];
  let answer: Ran = ok;
  const system = systemScheduler({
    ...{ platform, home, env: {} },
    run: async (program, args) => {
      ran.push([program, ...args].join(' '));
      return answer;
    },
  });
  // systemd notes here when the timer ran last.
  const stamp = join(home, '.local/share/systemd/timers/stamp-atelier-due.timer');
  mkdirSync(dirname(stamp), { recursive: true });
  const there = () => files.filter(file => existsSync(join(home, file)));
  await system?.set(start);
  if (platform === 'linux') writeFileSync(stamp, '');
  const written = there();
  await system?.remove();
  const removed = there();
  answer = { ...ok, code: 1, stderr: 'Failed to connect to bus\nmore' };
  const refused = await system?.set(start).then(
    () => 'taken',
    error => error.message,
  );
  expect({ written, removed, stamp: existsSync(stamp), refused, left: there() }).toEqual({
    written: files,
    removed: [],
    stamp: false,
    refused: expect.stringContaining('Failed to connect to bus)'),
    left: [],
  });
  expect(ran.some(line => /enable atelier-due.timer|bootstrap gui|\/Create \/TN/.test(line))).toBe(true);
  expect(ran.some(line => /disable --now atelier-due.timer|bootout gui|\/Delete \/TN/.test(line))).toBe(true);
});

test('what launchd starts goes on by itself, with the very words, so that telling launchd the next times does not end it', async () => {
  const place = folder();
  const said = join(place, 'said');
  const odd = ['a b', '$HOME', 'back\\slash', 'quo"te', "it's", '<&>', '--run=automation.due'];
  const program = join(place, 'a b$HOME "c"');
  writeFileSync(
    program,
    `#!/bin/sh\nuntil [ -e "${place}/job-ended" ]; do :; done\nprintf '%s|' "$@" > "${said}-"\nmv "${said}-" "${said}"\n`,
    { mode: 0o755 },
  );
  const agent = launchAgent({ ...start, command: [program, ...odd] }, 'UTC');
  expect(agent).toMatch(/<key>AbandonProcessGroup<\/key>\s*<true\/>/);
  const words = /<key>ProgramArguments<\/key>\s*<array>(.*?)<\/array>/s.exec(agent)?.[1] ?? '';
  const [shell = '', ...args] = [...words.matchAll(/<string>(.*?)<\/string>/gs)].map(([, word = '']) =>
    word.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
  );
  const job = spawnSync(shell, args, { stdio: 'ignore' });
  writeFileSync(join(place, 'job-ended'), '');
  await expect.poll(() => existsSync(said) && readFileSync(said, 'utf8')).toBe(`${odd.join('|')}|`);
  expect(job.status).toBe(0);
});

test('where the system keeps local times they are those of the zone that it has now, and a zone that changes starts Atelier, which tells them anew', async () => {
  const summer = { ...start, times: [Date.parse('2027-07-01T22:30:00Z')] };
  const moment = (day: number, hour: number) =>
    `<key>Month</key><integer>7</integer><key>Day</key><integer>${day}</integer><key>Hour</key><integer>${hour}</integer><key>Minute</key><integer>30</integer>`;
  const [paris, york] = [launchAgent(summer, 'Europe/Paris'), launchAgent(summer, 'America/New_York')];
  expect([paris.includes(moment(2, 0)), york.includes(moment(1, 18))]).toEqual([true, true]);
  expect(paris).toMatch(/<key>WatchPaths<\/key>\s*<array><string>\/etc\/localtime<\/string><\/array>/);

  using at = opened();
  const { at: known, system } = told();
  at.state.system = system;
  at.state.zone = 'Europe/Paris';
  await at.restart();
  at.add({ trigger: { kind: 'cron', cron: '0 9 * * *', zone: 'UTC' } });
  await at.automation.closed.turn(true);
  at.automation.woke();
  await at.automation.closed.settled();
  const before = known.sets.length;
  at.state.zone = 'America/New_York';
  at.automation.woke();
  await at.automation.closed.settled();
  expect({ before, after: known.sets.length, sames: known.sets[0]?.times.join() === known.sets[1]?.times.join() }).toEqual({
    before: 1,
    after: 2,
    sames: true,
  });
});

test('the system knows the next times while the person lets it, and nothing when the last rule goes, all are paused or it is switched off', async () => {
  using at = opened();
  const { at: known, system } = told();
  at.state.system = system;
  await at.restart();
  const seen: (readonly number[] | undefined)[] = [];
  const look = async () => {
    await at.automation.closed.settled();
    seen.push(known.now?.times.slice(0, 2).map(time => (time - Date.parse('2027-01-01T00:00:00Z')) / hour));
  };
  const nine = at.add({ trigger: { kind: 'cron', cron: '0 9 * * *', zone: 'UTC' } });
  at.add({ trigger: { kind: 'event', event: 'turnEnded' } });
  await look();
  await at.automation.closed.turn(true);
  await look();
  const eight = at.add({ trigger: { kind: 'cron', cron: '0 8 * * *', zone: 'UTC' } });
  await look();
  at.automation.remove(nine);
  at.automation.pause.set(true);
  at.automation.changed();
  await look();
  at.automation.pause.set(false);
  at.automation.changed();
  await look();
  at.automation.remove(eight);
  await look();
  expect(seen).toEqual([undefined, [9, 33], [8, 9], undefined, [8, 32], undefined]);
  at.add({ trigger: { kind: 'cron', cron: '0 9 * * *', zone: 'UTC' } });
  await at.automation.closed.settled();
  expect(known.now).toBeDefined();
  await at.automation.closed.turn(false);
  expect({ now: known.now, kept: at.automation.closed.isOn }).toEqual({ now: undefined, kept: false });
});

test('the system is told anew before its times are used up, not at each of them, and the choice is kept over a restart', async () => {
  using at = opened();
  const { at: known, system } = told();
  at.state.system = system;
  await at.restart();
  at.add({ trigger: { kind: 'every', everyMs: hour, from: 0 } });
  await at.automation.closed.turn(true);
  for (let passed = 0; passed < 24; passed += 1) {
    await at.clock.pass(hour);
    await at.automation.closed.settled();
  }
  expect({ told: known.sets.length, left: known.now?.times.filter(time => time > at.clock.now()).length }).toEqual({ told: 3, left: 18 });
  await at.restart();
  await at.automation.closed.settled();
  expect({ on: at.automation.closed.isOn, told: known.sets.length }).toEqual({ on: true, told: 4 });
});

test('where the system refuses, it is said and not kept; where it refuses later, the person has a notice', async () => {
  using at = opened();
  const { at: known, system } = told();
  at.state.system = system;
  await at.restart();
  known.fails = true;
  // Also before there is a rule.
  await expect(at.automation.closed.turn(true)).rejects.toThrow('no bus');
  at.add();
  await expect(at.automation.closed.turn(true)).rejects.toThrow('no bus');
  expect({ on: at.automation.closed.isOn, now: known.now }).toEqual({ on: false, now: undefined });
  known.fails = false;
  await at.automation.closed.turn(true);
  known.fails = true;
  for (const cron of ['30 7 * * *', '30 8 * * *']) {
    at.add({ trigger: { kind: 'cron', cron, zone: 'UTC' } });
    await at.automation.closed.settled();
  }
  await settled();
  const notices = at.notices.map(({ code }) => code);
  known.fails = false;
  at.add({ trigger: { kind: 'cron', cron: '30 6 * * *', zone: 'UTC' } });
  await at.automation.closed.settled();
  expect({ notices, on: at.automation.closed.isOn, told: known.now?.times[0] }).toEqual({
    notices: ['automation/no-system-scheduler'],
    on: true,
    told: Date.parse('2027-01-01T01:00:00Z'),
  });
});

test('a start for what is due runs it, also what is due within a minute, and ends once its result is where it goes', async () => {
  using at = opened(Date.parse('2027-01-01T08:59:30Z') - day);
  const id = at.add({ trigger: { kind: 'cron', cron: '0 9 * * *', zone: 'UTC' } });
  at.clock.jump(day);
  await at.restart();
  const until = Promise.withResolvers<void>();
  at.state.run = () => until.promise;
  let isDone = false;
  const done = at.automation.runDue().then(() => {
    isDone = true;
  });
  await at.clock.pass(40_000);
  const before = { isDone, told: at.told(id) };
  until.resolve();
  await settled();
  await at.clock.pass(1000);
  await done;
  expect({ before, isDone, told: at.told(id) }).toEqual({
    before: { isDone: false, told: ['ran', 'running'] },
    isDone: true,
    told: ['ran', 'ran'],
  });
});
