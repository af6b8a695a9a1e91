import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** How the product's server tells its address. */
const READY = /ready at (http:\S+)/;

/** The address that a server prints when it is ready. The rest of its output passes by. Throws when it ends without one. */
export async function readAddress(program: ChildProcess, ready = READY): Promise<string> {
  if (program.stdout === null) throw new Error('What the server says is not heard.');
  let said = '';
  let address: string | undefined;
  for await (const chunk of program.stdout.iterator({ destroyOnReturn: false })) {
    said += String(chunk);
    address = ready.exec(said)?.[1];
    if (address !== undefined) break;
  }
  program.stdout.resume();
  if (address === undefined) throw new Error(`The server ended without an address: ${said}`);
  return address;
}

/** Stops a server as an operator does, and waits for its end. Nothing is done to one that never was or has ended. */
export async function stopProgram(program: ChildProcess | undefined): Promise<void> {
  if (program === undefined || program.exitCode !== null) return;
  program.kill('SIGTERM');
  await once(program, 'exit');
}
