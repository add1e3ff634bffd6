import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { ChannelFile } from '@atelier/schemas/channel.ts';
import { type ChannelValidators, channelValidatorsOf } from '../schema/violations.ts';
import type { LoadChannel } from './channels.ts';

type Compile = (owner: string, file: unknown) => Promise<ChannelValidators>;

/** A bundled plugin's channel: its validators are generated beside the file. */
export function generatedChannel(path: string): LoadChannel {
  return async () => {
    const file = JSON.parse(readFileSync(path, 'utf8')) as ChannelFile;
    const module = (await import(pathToFileURL(path.replace(/\.json$/, '.validate.js')).href)) as { validators: object; service: object };
    return { file, validators: channelValidatorsOf({ ...module.validators, service: module.service } as never) };
  };
}

/** The channel of a third-party extension: compiled here, under the limits for third-party schemas. */
export function compiledChannel(path: string, owner: string, compile: Compile): LoadChannel {
  return async () => {
    const file: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return { validators: await compile(owner, file), file: file as ChannelFile };
  };
}

/** The kernel's own channel. */
export const kernelChannel: LoadChannel = async () => {
  const [{ default: file }, { validators }] = await Promise.all([
    import('../../api/contract/kernel.channel.json', { with: { type: 'json' } }),
    import('../../api/contract/kernel.channel.validate.js'),
  ]);
  return { file: file as ChannelFile, validators: channelValidatorsOf(validators) };
};
