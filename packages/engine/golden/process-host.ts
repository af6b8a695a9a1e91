/**
 * Runs the golden program in a process of Node or Bun, or with the word `quickjs` in QuickJS inside Node: loads the
 * script named by the first argument, says the engine's version, then answers each line of standard input with a line.
 */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { runInThisContext } from 'node:vm';
import { getQuickJS } from 'quickjs-emscripten';
import type { Golden } from './program.ts';

/** The QuickJS in WebAssembly with the script loaded. */
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

const [path = '', inside] = process.argv.slice(2);
const script = readFileSync(path, 'utf8');
const golden = inside === 'quickjs' ? await openQuickJs(script) : openHost(script);
const { bun, node } = process.versions;
process.stdout.write(`${inside === 'quickjs' ? 'in WebAssembly' : (bun ?? node)}\n`);
for await (const line of createInterface({ input: process.stdin })) process.stdout.write(`${golden(line)}\n`);
