interface Version {
  readonly numbers: readonly number[];
  readonly word: string;
  readonly count: number;
}

/** Whether `version` is newer than `than`, in the order of semantic versions. False if one is invalid. */
export function isNewer(version: string, than: string): boolean {
  const [a, b] = [read(version), read(than)];
  if (a === undefined || b === undefined) return false;
  for (let at = 0; at < 3; at += 1) {
    const difference = (a.numbers[at] ?? 0) - (b.numbers[at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  if (a.word === b.word) return a.count > b.count;
  if (a.word === '' || b.word === '') return a.word === '';
  return a.word > b.word;
}

function read(version: string): Version | undefined {
  const parts = /^(\d+)\.(\d+)\.(\d+)(?:-([a-z]+)\.(\d+))?$/.exec(version);
  if (parts === null) return undefined;
  const [, major, minor, patch, word = '', count = '0'] = parts;
  return { numbers: [major, minor, patch].map(Number), word, count: Number(count) };
}
