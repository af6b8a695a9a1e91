/** Installs Debian's packages for programs that the tests need. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/** Whether packages can be installed: the caller is root on Debian itself. Elsewhere a package may have another name or content. */
export function canInstallPackages(): boolean {
  const isDebian = existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  return isDebian && process.getuid?.() === 0;
}

/** Installs a package of Debian and what it needs. Returns whether that succeeded. */
export function installPackage(name: string): boolean {
  return run('apt-get', 'update') && run('apt-get', 'install', '-y', '--no-install-recommends', name);
}

/** The program that Debian asks whether a service may start. 101 is no. */
const SERVICE_POLICY = '/usr/sbin/policy-rc.d';

/** Prevents that a package starts its service when it is installed. Call the returned function afterwards. A policy that exists stays. */
export function preventServiceStart(): () => void {
  if (existsSync(SERVICE_POLICY)) return () => undefined;
  writeFileSync(SERVICE_POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  return () => rmSync(SERVICE_POLICY);
}

/** Runs a command and returns whether it exited with 0. Its output goes to standard error. */
export function run(command: string, ...args: string[]): boolean {
  console.error(`  $ ${[command, ...args].join(' ')}`);
  return spawnSync(command, args, { stdio: ['ignore', 2, 2] }).status === 0;
}
