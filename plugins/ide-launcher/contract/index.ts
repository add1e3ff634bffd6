import { defineChannel, definePoint } from '@atelier/kernel';
import type { Editor, IdeLauncherShape } from './generated.ts';

export type { Editor, Editors, Found, IdeLauncherShape, Opened } from './generated.ts';

/** The code editors of this computer, and files of a conversation opened in one. */
export const IdeLauncherChannel = defineChannel<IdeLauncherShape>('ide-launcher');

/** Code editors of the computer. */
export const CodeEditors = definePoint<Editor>('@atelier/ide-launcher:editors@1');
