import { localOf } from '../words/calendar.ts';

/** A start that the system makes for what is due while Atelier is closed. */
export interface ScheduledStart {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** When, in order. */
  readonly times: readonly number[];
}

/** What the parts are called in the system. */
export const unit = 'atelier-due';
export const agentLabel = 'app.atelier.due';
export const taskName = 'Atelier due';

/** A user service of systemd that runs what is due and ends. */
export function systemdService({ command }: ScheduledStart): string {
  return `# Written by Atelier, which removes it when no rule needs it.
[Unit]
Description=Atelier: what is due while it is closed

[Service]
Type=oneshot
ExecStart=${systemdCommand(command).map(systemdWord).join(' ')}
`;
}

/** Its timer. Absolute times: the zones and clock changes of the rules are Atelier's affair. */
export function systemdTimer({ times }: ScheduledStart): string {
  return `# Written by Atelier, which removes it when no rule needs it.
[Unit]
Description=Atelier: when something is due while it is closed

[Timer]
${times.map(at => `OnCalendar=${utc(at).replace('T', ' ')} UTC`).join('\n')}
Persistent=true
AccuracySec=1s
Unit=${unit}.service

[Install]
WantedBy=timers.target
`;
}

/** launchd ends what it runs when it is told anew, which the program itself does: a shell leaves it running and ends. */
const apart = ['/bin/sh', '-c', '"$0" "$@" &'];

/**
 * An agent of launchd. It knows minutes of local time, and runs at waking what was due while the machine slept. In another zone they
 * are other moments, so a zone that changes starts it too, and it tells launchd anew.
 */
export function launchAgent({ command, times }: ScheduledStart, zone: string): string {
  const minutes = [...new Set(times.map(at => Math.floor(at / 60_000) * 60_000))];
  const moments = minutes.map(at => {
    const { month, day, hour, minute } = localOf(at, zone);
    const fields = { Month: month, Day: day, Hour: hour, Minute: minute };
    return `    <dict>${Object.entries(fields)
      .map(([name, value]) => `<key>${name}</key><integer>${value}</integer>`)
      .join('')}</dict>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<!-- Written by Atelier, which removes it when no rule needs it. -->
<plist version="1.0">
<dict>
  <key>Label</key><string>${agentLabel}</string>
  <key>ProgramArguments</key>
  <array>
${[...apart, ...command].map(word => `    <string>${xml(word)}</string>`).join('\n')}
  </array>
  <key>AbandonProcessGroup</key>
  <true/>
  <key>StartCalendarInterval</key>
  <array>
${moments.join('\n')}
  </array>
  <key>WatchPaths</key>
  <array><string>/etc/localtime</string></array>
</dict>
</plist>
`;
}

/** A task of the Task Scheduler, which runs at the next chance what it missed. */
export function scheduledTask({ command: [program = '', ...args], times }: ScheduledStart): string {
  const triggers = times.map(at => `    <TimeTrigger><StartBoundary>${utc(at)}Z</StartBoundary></TimeTrigger>`);
  return `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo><Description>Atelier: what is due while it is closed. Atelier removes it when no rule needs it.</Description></RegistrationInfo>
  <Triggers>
${triggers.join('\n')}
  </Triggers>
  <Principals><Principal id="Author"><LogonType>InteractiveToken</LogonType><RunLevel>LeastPrivilege</RunLevel></Principal></Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <StartWhenAvailable>true</StartWhenAvailable>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
  </Settings>
  <Actions Context="Author">
    <Exec><Command>${xml(program)}</Command><Arguments>${xml(args.map(windowsWord).join(' '))}</Arguments></Exec>
  </Actions>
</Task>
`;
}

/** Whole seconds of UTC: `2027-01-01T08:00:00`. */
const utc = (at: number): string => new Date(at).toISOString().slice(0, 19);

/** systemd takes no program with these in its path, and reads no `$$` there: a shell starts such a one. */
function systemdCommand([program = '', ...args]: readonly string[]): readonly string[] {
  return /[$"'\\\n]/.test(program) ? ['/bin/sh', '-c', 'exec "$0" "$@"', program, ...args] : [program, ...args];
}

/** A word of ExecStart: in quotes nothing but these five is read as something else. */
function systemdWord(word: string): string {
  return `"${word
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')
    .replaceAll('%', '%%')
    .replaceAll('$', () => '$$')}"`;
}

/** A word as Windows programs split their command line. */
function windowsWord(word: string): string {
  if (/^[^\s"]+$/.test(word)) return word;
  return `"${word.split('"').map(withDoubledEnd).join('\\"')}"`;
}

function xml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Backslashes count as such only before a quote, which comes after each part. */
function withDoubledEnd(part: string): string {
  let kept = part.length;
  while (kept > 0 && part[kept - 1] === '\\') kept -= 1;
  return part + part.slice(kept);
}
