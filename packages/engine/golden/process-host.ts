/**
 * Runs the golden program in a process of Node or Bun, or with the argument `quickjs` in QuickJS inside Node. The first
 * line of standard input is the script, as JSON; it answers with the engine's version, then each line with a line.
 */
import { createInterface } from 'node:readline';
import { runInThisContext } from 'node:vm';
import { getQuickJS } from 'quickjs-emscripten';
import type { Golden } from './program.ts';

/** QuickJS in WebAssembly with the script loaded. */
async function openQuickJs(script: string): Promise<Golden> {
  const vm = (await getQuickJS()).newContext();
  vm.unwrapResult(vm.evalCode(script, 'golden.js')).dispose();
  const program = vm.getProp(vm.global, 'golden');
  return (request) => {
    const argument = vm.newString(request);
    const reply = vm.unwrapResult(vm.callFunction(program, vm.undefined, argument));
    argument.dispose();
    const text = vm.getString(reply);
    reply.dispose();
    return text;
  };
}

function openHost(script: string): Golden {
  runInThisContext(script);
  return globalThis.golden;
}

const isQuickJs = process.argv[2] === 'quickjs';
const { bun, node } = process.versions;
let golden: Golden | undefined;
// The parent process may exit before the answer is ready.
process.stdout.on('error', () => process.exit());
for await (const line of createInterface({ input: process.stdin })) {
  if (golden !== undefined) {
    process.stdout.write(`${golden(line)}\n`);
    continue;
  }
  const script = JSON.parse(line) as string;
  golden = isQuickJs ? await openQuickJs(script) : openHost(script);
  process.stdout.write(`${isQuickJs ? 'in WebAssembly' : (bun ?? node)}\n`);
}
