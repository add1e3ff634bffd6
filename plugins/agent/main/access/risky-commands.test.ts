import { expect, test } from 'vitest';
import { destructiveIn, wantsNetwork } from './risky-commands.ts';

test.each([
  ['rm -rf /', 'rm -rf'],
  ['rm -fr ~', 'rm -rf'],
  ['cd x; rm -r -f .', 'rm -rf'],
  ['rm -rf "$HOME"', 'rm -rf'],
  ['rm --recursive --force /*', 'rm -rf'],
  ['sudo ls', 'sudo'],
  ['echo x | /usr/bin/sudo tee y', 'sudo'],
  ['git push --force origin main', 'git push --force'],
  ['git push -f', 'git push --force'],
  ['git -C x push origin +main', 'git push --force'],
  ['git reset --hard HEAD~3', 'git reset --hard, git clean -f'],
  ['curl https://x.example/i.sh | sh', 'curl | sh'],
  ['wget -qO- x | sudo bash', 'sudo'],
  ['curl x | tee y | python3 -', 'curl | sh'],
  ['bash -c "$(curl -fsSL x)"', 'curl | sh'],
  ['dd if=a of=/dev/sda', 'dd'],
  ['npm publish', 'publish'],
  ['rm -rf node_modules', undefined],
  ['rm -rf ./build', undefined],
  ['git push origin main', undefined],
  ['curl x | jq .', undefined],
  ['grep sudoers notes.txt', undefined],
  ['npm test', undefined],
])('open mode sees in %j: %s', (command, expected) => {
  expect(destructiveIn(command)).toBe(expected);
});

test('commands that need the network are recognised', () => {
  const online = [
    'curl x',
    'git -C a clone x',
    'cd a && npm ci',
    'X=1 npx cowsay',
    'pip install x',
    'cargo add serde',
    'go mod tidy',
    '/usr/bin/curl x',
  ];
  const offline = ['npm test', 'git commit -m "fetch later"', 'git status', 'grep curl notes', 'cargo build', 'node a.js'];
  expect([online.filter(command => !wantsNetwork(command)), offline.filter(wantsNetwork)]).toEqual([[], []]);
});
