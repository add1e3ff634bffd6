import { splitCommand } from './split-command.ts';

/** Commands that need a question where nothing else stops them. A help against accidents, not a security boundary. */
const destructive: readonly (readonly [pattern: RegExp, what: string])[] = [
  [
    /\brm\s+(?=.*(?:-[a-z]*[rR]|--recursive))(?=.*(?:-[a-z]*f|--force)).*(?:\s|["'])(?:\/|~|\$HOME|\$\{HOME\}|\.\.?)(?:\/?\*?)?(?:["']|\s|$)/,
    'rm -rf',
  ],
  [/--no-preserve-root/, 'rm --no-preserve-root'],
  [/\bgit\b.*\bpush\b.*(?:\s-[a-z]*f\b|--force\b|--force-with-lease|--mirror|--delete|\s\+\S)/, 'git push --force'],
  [/\bgit\b.*\b(?:reset\s+--hard|clean\s+-[a-z]*f)/, 'git reset --hard, git clean -f'],
  [/(?:^|\s|\/)(?:sudo|doas|pkexec|su)(?:\s|$)/, 'sudo'],
  [/(?:^|\s|\/)(?:mkfs(?:\.\w+)?|wipefs|shred|fdisk|parted)(?:\s|$)/, 'mkfs'],
  [/\bdd\b.*\bof=\/dev\//, 'dd'],
  [/>\s*\/dev\/(?:sd|nvme|vd|hd|disk)/, '> /dev'],
  [/\bch(?:mod|own)\s+-[a-zA-Z]*R[a-zA-Z]*\s.*\s(?:\/|~)\s*$/, 'chmod -R'],
  [/(?:^|\s|\/)(?:shutdown|reboot|halt|poweroff)(?:\s|$)/, 'shutdown'],
  [/\b(?:npm|yarn|pnpm|cargo)\s+publish\b/, 'publish'],
  [/:\(\)\s*\{.*\};\s*:/, 'fork bomb'],
];
const downloads = /\b(?:curl|wget|fetch)\b/;
const interpreters = /^(?:\S+\/)?(?:env\s+|sudo\s+)?(?:ba|z|da|k|fi)?sh\b|^(?:\S+\/)?(?:python|node|perl|ruby|php)\d*\b/;
/** Commands that use the network; each pattern is matched against the beginning of one command of a line. */
const networkCommands = [
  /^(?:curl|wget|ssh|scp|rsync|ftp|nc|ping|dig|nslookup|npx|pnpx|bunx)(?:\s|$)/,
  /^git(?:\s+-[Cc]\s+\S+|\s+--\S+)*\s+(?:clone|fetch|pull|push|ls-remote|submodule\s+update)\b/,
  /^(?:npm|pnpm|yarn|bun)\s+(?:i|install|ci|add|update|upgrade|outdated|audit|view|publish|create|dlx|exec)\b/,
  /^(?:pip3?|python3?\s+-m\s+pip)\s+(?:install|download)\b/,
  /^cargo\s+(?:add|install|fetch|update|publish|search)\b/,
  /^go\s+(?:get|install|mod\s+(?:download|tidy))\b/,
  /^(?:apt|apt-get|dnf|yum|brew|gem|composer|bundle)\s+(?:install|update|upgrade|require)\b/,
  /^docker\s+(?:pull|push|build|run)\b/,
];
const beforeProgram = /^(?:(?:\w+=\S*|env|sudo|time|nice|nohup|exec|command)\s+)*(?:\S*\/)?/;

/** The part of a command that may destroy, publish or gain rights; undefined if no pattern matches. */
export function destructiveIn(command: string): string | undefined {
  const found = destructive.find(([pattern]) => pattern.test(command))?.[1];
  if (found !== undefined) return found;
  const { parts } = splitCommand(command);
  const piped = parts.findIndex(part => downloads.test(part));
  const runsIt = piped >= 0 && command.includes('|') && parts.slice(piped + 1).some(part => interpreters.test(part));
  const substitutes = /(?:\b(?:eval|sh|bash)\b.*)(?:\$\(|<\(|`).*\b(?:curl|wget)\b/.test(command);
  return runsIt || substitutes ? 'curl | sh' : undefined;
}

/** Whether a command seems to need the network. The sandbox blocks a command that is not recognised here. */
export function wantsNetwork(command: string): boolean {
  return splitCommand(command).parts.some(part => {
    const program = part.replace(beforeProgram, '');
    return networkCommands.some(pattern => pattern.test(program));
  });
}
