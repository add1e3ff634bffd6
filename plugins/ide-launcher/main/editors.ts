import type { Editor } from '../contract/index.ts';

export type Platform = 'linux' | 'darwin' | 'win32';

/** An editor that Atelier knows, and where its installer puts its program. */
export interface KnownEditor extends Editor {
  /**
   * Whole paths. They begin with `~`, the name of a variable in `%`, or `{applications}`, which is both folders of apps of a Mac; a last
   * `*` in a name stands for any version. Windows needs them: its commands are scripts, which only a shell can start.
   */
  readonly places?: Readonly<Partial<Record<Platform, readonly string[]>>>;
}

type Arguments = Pick<Editor, 'folder' | 'file' | 'line' | 'column'>;

/** Visual Studio Code and what is made from it. */
const asCode: Arguments = {
  folder: ['{path}'],
  file: ['{path}'],
  line: ['-g', '{path}:{line}'],
  column: ['-g', '{path}:{line}:{column}'],
};

const asColons: Arguments = { folder: ['{path}'], file: ['{path}'], line: ['{path}:{line}'], column: ['{path}:{line}:{column}'] };

const asJetBrains: Arguments = {
  folder: ['{path}'],
  file: ['{path}'],
  line: ['--line', '{line}', '{path}'],
  column: ['--line', '{line}', '--column', '{column}', '{path}'],
};

const asVim: Arguments = {
  folder: ['--', '{path}'],
  file: ['--', '{path}'],
  line: ['+{line}', '--', '{path}'],
  column: ['+call cursor({line},{column})', '--', '{path}'],
};

/** One that is made from Visual Studio Code: `app` is its name on a Mac, `folder` and `program` those on Windows. */
function likeCode(id: string, title: string, commands: string[], app: string, folder: string, program: string): KnownEditor {
  return {
    ...{ id, title, commands },
    ...asCode,
    places: {
      darwin: [`{applications}/${app}.app/Contents/Resources/app/bin/${commands[0]}`],
      win32: [`%LOCALAPPDATA%/Programs/${folder}/${program}`, `%ProgramFiles%/${folder}/${program}`],
    },
  };
}

function jetBrains(id: string, title: string, app = title): KnownEditor {
  return {
    ...{ id, title, commands: [id] },
    ...asJetBrains,
    places: {
      darwin: [`{applications}/${app}*.app/Contents/MacOS/${id}`],
      win32: [`%ProgramFiles%/JetBrains/${app}*/bin/${id}64.exe`, `%LOCALAPPDATA%/Programs/${app}*/bin/${id}64.exe`],
    },
  };
}

/** In the order in which they are offered; the first that is found opens until the person has chosen. */
export const knownEditors: readonly KnownEditor[] = [
  likeCode('vscode', 'VS Code', ['code', 'com.visualstudio.code'], 'Visual Studio Code', 'Microsoft VS Code', 'Code.exe'),
  likeCode('cursor', 'Cursor', ['cursor'], 'Cursor', 'cursor', 'Cursor.exe'),
  likeCode('windsurf', 'Windsurf', ['windsurf'], 'Windsurf', 'Windsurf', 'Windsurf.exe'),
  likeCode('vscodium', 'VSCodium', ['codium', 'com.vscodium.codium'], 'VSCodium', 'VSCodium', 'VSCodium.exe'),
  {
    ...{ id: 'zed', title: 'Zed', commands: ['zed', 'zeditor', 'dev.zed.Zed'] },
    ...asColons,
    places: { darwin: ['{applications}/Zed.app/Contents/MacOS/cli'], win32: ['%LOCALAPPDATA%/Programs/Zed/bin/zed.exe'] },
  },
  jetBrains('idea', 'IntelliJ IDEA'),
  jetBrains('webstorm', 'WebStorm'),
  jetBrains('pycharm', 'PyCharm'),
  jetBrains('phpstorm', 'PhpStorm'),
  jetBrains('goland', 'GoLand'),
  jetBrains('rider', 'Rider', 'JetBrains Rider'),
  jetBrains('clion', 'CLion'),
  jetBrains('rubymine', 'RubyMine'),
  jetBrains('rustrover', 'RustRover'),
  {
    ...{ id: 'sublime', title: 'Sublime Text', commands: ['subl'] },
    ...asColons,
    places: {
      darwin: ['{applications}/Sublime Text.app/Contents/SharedSupport/bin/subl'],
      win32: ['%ProgramFiles%/Sublime Text/subl.exe'],
    },
  },
  { ...{ id: 'neovim', title: 'Neovim', commands: ['nvim'] }, ...asVim, terminal: true },
  { ...{ id: 'vim', title: 'Vim', commands: ['vim'] }, ...asVim, terminal: true },
];

/** A program that opens a terminal window; the command that runs in it stands after these arguments. */
export interface Terminal {
  readonly command: string;
  readonly before: readonly string[];
  readonly places?: KnownEditor['places'];
}

export const knownTerminals: readonly Terminal[] = [
  { command: 'x-terminal-emulator', before: ['-e'] },
  { command: 'gnome-terminal', before: ['--'] },
  { command: 'kgx', before: ['--'] },
  { command: 'konsole', before: ['-e'] },
  { command: 'xfce4-terminal', before: ['-x'] },
  { command: 'ghostty', before: ['-e'], places: { darwin: ['{applications}/Ghostty.app/Contents/MacOS/ghostty'] } },
  { command: 'kitty', before: [], places: { darwin: ['{applications}/kitty.app/Contents/MacOS/kitty'] } },
  { command: 'alacritty', before: ['-e'], places: { darwin: ['{applications}/Alacritty.app/Contents/MacOS/alacritty'] } },
  { command: 'wezterm', before: ['start', '--'], places: { darwin: ['{applications}/WezTerm.app/Contents/MacOS/wezterm'] } },
  { command: 'foot', before: [] },
  { command: 'xterm', before: ['-e'] },
  { command: 'wt', before: ['--'] },
];

/** Folders of programs beside those of PATH, which an app that was not started from a shell often lacks. */
export const usualFolders: Readonly<Partial<Record<Platform, readonly string[]>>> = {
  linux: [
    ...['~/.local/bin', '/usr/local/bin', '/snap/bin', '~/.local/share/JetBrains/Toolbox/scripts'],
    ...['~/.local/share/flatpak/exports/bin', '/var/lib/flatpak/exports/bin'],
  ],
  darwin: ['/usr/local/bin', '/opt/homebrew/bin', '~/Library/Application Support/JetBrains/Toolbox/scripts'],
};
