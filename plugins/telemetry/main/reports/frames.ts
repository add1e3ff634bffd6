/** A stack frame of Sentry's protocol. */
export interface Frame {
  readonly filename: string;
  readonly function: string;
  readonly lineno: number;
  readonly colno: number;
  readonly in_app: boolean;
}

const maxFrames = 30;
const framePattern = /^\s*at (?:(?:async )?(.{1,120}?) \()?(.{1,500}?):(\d{1,7}):(\d{1,7})\)?$/;
/** A function name as the engine prints it. */
const functionPattern = /^(?:new |get |set )?[\w$.<>#]{1,100}(?: \[as [\w$]{1,60}\])?$/;
const ownFilePattern =
  /(?:^|[\\/])((?:node_modules[\\/](?:@[\w.-]+[\\/])?[\w.-]+|plugins|kernel|shell|schemas)[\\/](?:[\w.@+-]+[\\/])*[\w.@+-]+)$/;

/** The frames of a stack, the outermost first, with paths relative to the program, never a folder of the machine. */
export function framesOf(stack: string): readonly Frame[] {
  const frames = stack.split('\n').flatMap(text => {
    const [, name = '', file = '', row = '0', column = '0'] = framePattern.exec(text) ?? [];
    if (file === '') return [];
    return [
      {
        filename: fileName(file),
        function: functionPattern.test(name) ? name : '?',
        lineno: Number(row),
        colno: Number(column),
        in_app: !file.includes('node_modules') && !file.startsWith('node:'),
      },
    ];
  });
  return frames.slice(0, maxFrames).reverse();
}

function fileName(file: string): string {
  if (/^node:[\w/]{1,80}$/.test(file)) return file;
  const [, inside] = ownFilePattern.exec(file.split(/[?#]/, 1)[0] ?? '') ?? [];
  return inside?.replaceAll('\\', '/') ?? '?';
}
