// A process that sends back each message, and kills itself at one that says so.
process.on('message', message => {
  if ((message as { end?: boolean }).end === true) process.kill(process.pid, 'SIGKILL');
  else process.send?.(message);
});
