import { argumentsOf, type SimpleCommand } from '../shell/shell-line.ts';
import { fromSubcommand, valuesOf } from './arguments.ts';
import { reachesOf, type Where } from './where.ts';

/** What a command of docker or podman may destroy, publish or reach. */
export function dockerDanger(command: SimpleCommand, where: Where): string | undefined {
  const [first = '', second = '', ...rest] = fromSubcommand(command, 'H', ['--context', '--host', '--config']);
  if (second === 'prune') return 'docker prune';
  const given = argumentsOf(command);
  if (first === 'push' || (first === 'image' && second === 'push') || given.includes('--push')) return 'publish';
  if (first === 'kill' || (first === 'swarm' && second === 'leave')) return 'docker rm';
  if (['rm', 'rmi'].includes(first) || ['rm', 'remove'].includes(second)) return 'docker rm';
  if (first === 'compose' && removesData([second, ...rest])) return 'docker rm';
  const isRunning = given.some(value => value === 'run' || value === 'create');
  const isOpen = given.some((value, at) => isPrivileged(value, given[at - 1] ?? ''));
  const leadsOut = mountedBy(given).some(source =>
    reachesOf(source, command, where).some(reach => reach === 'outside' || reach === 'unknown'),
  );
  return isRunning && (isOpen || leadsOut) ? 'docker -v /' : undefined;
}

/** Whether an option gives a container more of this machine than folders. */
function isPrivileged(value: string, before: string): boolean {
  if (/^(?:--privileged(?:=true)?|--(?:pid|ipc|userns|uts)=host|--cap-add=.*|--device(?:=.*)?|--security-opt=.*)$/.test(value)) return true;
  if (/^--(?:pid|ipc|userns|uts)$/.test(before) && value === 'host') return true;
  return /^--(?:cap-add|security-opt)$/.test(before);
}

/** The folders that the options of a container name; a name without a `/` is a volume. */
function mountedBy(given: readonly string[]): readonly string[] {
  const fromVolumes = valuesOf(given, 'v', ['--volume']).map(volume => volume.split(':')[0] ?? '');
  const fromMounts = valuesOf(given, '', ['--mount']).flatMap(mount => {
    const parts = mount.split(',').map(part => part.replaceAll('"', ''));
    return parts.includes('type=bind') ? parts.flatMap(part => /^(?:src|source)=(.*)$/s.exec(part)?.[1] ?? []) : [];
  });
  return [...fromMounts, ...fromVolumes.filter(source => /^[/.~]|[/\uE000]/.test(source))];
}

/** Whether a compose command removes containers that are not just stopped, or their data. */
export function removesData(given: readonly string[]): boolean {
  const at = given.findIndex(value => value === 'down' || value === 'rm');
  if (at < 0) return false;
  return given[at] === 'rm' || given.slice(at).some(value => /^-[a-z]*v|^--volumes|^--rmi/.test(value));
}
