import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

// Signs a block list: `node sign-block-list.ts list.json key.pem > block-list.json`. The key is created where there is none.
const [listFile, keyFile] = process.argv.slice(2);
if (listFile === undefined || keyFile === undefined) {
  console.error('Say which list to sign and with which key: node sign-block-list.ts list.json key.pem > block-list.json');
  process.exit(1);
}
if (!existsSync(keyFile)) {
  const { privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(keyFile, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' });
}
const key = createPrivateKey(readFileSync(keyFile));
const list = readFileSync(listFile, 'utf8');
// Parsed here, so that invalid JSON is reported to the signer and not to the subscribers of the list.
JSON.parse(list);
process.stdout.write(`${JSON.stringify({ list, signature: sign(null, Buffer.from(list), key).toString('base64') })}\n`);
console.error(`The public key, for the settings: ${createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64')}`);
