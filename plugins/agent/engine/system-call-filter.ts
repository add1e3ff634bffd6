/** Numbers of system calls for the two supported architectures. */
const architectures = {
  x64: {
    audit: 0xc000003e,
    socket: 41,
    // add_key, request_key, keyctl, io_uring_setup/enter/register, bpf, perf_event_open, userfaultfd, kexec_load, kexec_file_load
    denied: [248, 249, 250, 425, 426, 427, 321, 298, 323, 246, 320],
  },
  arm64: { audit: 0xc00000b7, socket: 198, denied: [217, 218, 219, 425, 426, 427, 280, 241, 282, 104, 294] },
} as const;

const load = 0x20;
const jumpIfEqual = 0x15;
const jumpIfAtLeast = 0x35;
const answer = 0x06;
const allow = 0x7fff0000;
const denyWith = (code: number) => 0x00050000 | code;
const EPERM = 1;
const ENOSYS = 38;
const AF_UNIX = 1;
const AF_VSOCK = 40;

/**
 * A seccomp program for what namespaces do not separate: the kernel's keyring, io_uring, which bypasses filters, sockets to a virtual
 * machine's host and, if the network is shared, Unix sockets. Undefined on other architectures.
 */
export function systemCallFilter(network: boolean, arch: string = process.arch): Buffer | undefined {
  const known = arch === 'x64' || arch === 'arm64' ? architectures[arch] : undefined;
  if (!known) return undefined;
  const families = network ? [AF_VSOCK, AF_UNIX] : [AF_VSOCK];
  const program = [
    step(load, 4),
    step(jumpIfEqual, known.audit, 1, 0),
    step(answer, denyWith(ENOSYS)),
    step(load, 0),
    // The second numbering of x64 (x32), which would bypass the list.
    ...(arch === 'x64' ? [step(jumpIfAtLeast, 0x40000000, 0, 1), step(answer, denyWith(ENOSYS))] : []),
    ...known.denied.flatMap(call => [step(jumpIfEqual, call, 0, 1), step(answer, denyWith(EPERM))]),
    step(jumpIfEqual, known.socket, 1, 0),
    step(answer, allow),
    step(load, 16),
    ...families.flatMap(family => [step(jumpIfEqual, family, 0, 1), step(answer, denyWith(EPERM))]),
    step(answer, allow),
  ];
  return Buffer.concat(program);
}

function step(code: number, value: number, yes = 0, no = 0): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(yes, 2);
  bytes.writeUInt8(no, 3);
  bytes.writeUInt32LE(value >>> 0, 4);
  return bytes;
}
