import { err, ok, type Result } from '@popfray/engine/result';

/** How often a fault strikes. */
export interface Fault {
  /** How many times; without it, until it is cleared. */
  readonly count?: number;
}

/** A fault in the answer to a call. */
export interface CallFault extends Fault {
  /** The one call that it strikes, e.g. `/wallet/broadcasttransaction`; without it, every call of the node's API. */
  readonly path?: string;
}

/** What is to go wrong. All of it is off at the start, and after a restart. */
export interface Faults {
  /** The call is carried out, and the connection closed without an answer. */
  readonly loseAnswer?: CallFault;
  /** The call waits before it is carried out, `ms` 0 to 60,000. */
  readonly delay?: CallFault & { readonly ms: number };
  /** The call is not carried out; a page comes back, as from a lite node. */
  readonly page?: CallFault;
  /** The call is not carried out; HTTP 200 and an error come back, as from a node that limits its rate. */
  readonly rateLimit?: CallFault;
  /** A broadcast is answered SERVER_BUSY. */
  readonly busy?: Fault;
  /**
   * A valid broadcast is answered with success and never gets into a block. The node shows it as pending and calls it a
   * duplicate until it has expired; with `forget` the node does not know it from the start.
   */
  readonly drop?: Fault & { readonly forget?: boolean };
  /** Blocks are produced and none becomes final. */
  readonly stopSolidifying?: true;
  /**
   * A broadcast that was refused, other than for being busy, is called a duplicate from then on, though the node does not have it:
   * as by java-tron with its cache of ids (`trxCacheEnable`).
   */
  readonly rememberRefused?: true;
}

/** Why faults cannot be set; nothing was changed. */
export interface FaultsError {
  readonly code: 'ERR_DEV_FAULTS';
  /** What is wrong with them, for a person. */
  readonly message: string;
}

/** What a fault may say besides `count`. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  loseAnswer: ['path'],
  delay: ['path', 'ms'],
  page: ['path'],
  rateLimit: ['path'],
  busy: [],
  drop: ['forget'],
};

/** Faults that are in force or not, and strike no number of times. */
const SWITCHES = ['stopSolidifying', 'rememberRefused'] as const;

type Switch = (typeof SWITCHES)[number];

const MAX_DELAY_MS = 60_000;

const MAX_COUNT = 1_000_000;

/** The faults in force, and how often each still strikes. */
export class FaultPlan {
  #inForce: Faults = {};

  /** What is still in force, each `count` being what is left of it. */
  get inForce(): Faults {
    return this.#inForce;
  }

  /** Puts these faults in the place of all others. */
  set(faults: Faults): void {
    this.#inForce = faults;
  }

  /** Takes one stroke of a fault of calls, when it strikes this path. */
  strike<Name extends 'loseAnswer' | 'delay' | 'page' | 'rateLimit'>(
    name: Name,
    path: string,
  ): Faults[Name] | undefined {
    const fault = this.#inForce[name];
    return fault?.path === undefined || fault.path === path ? this.take(name) : undefined;
  }

  /** Takes one stroke of a fault, when it is in force. */
  take<Name extends Exclude<keyof Faults, Switch>>(name: Name): Faults[Name] | undefined {
    const { [name]: fault, ...others } = this.#inForce;
    if (fault?.count !== undefined) {
      this.#inForce = fault.count > 1 ? { ...others, [name]: { ...fault, count: fault.count - 1 } } : others;
    }
    return fault;
  }
}

/** Reads faults from JSON. `paths` are the calls that there are. */
export function parseFaults(json: unknown, paths: ReadonlySet<string>): Result<Faults, FaultsError> {
  if (!isObject(json)) return wrong('Faults are an object.');
  for (const [name, fault] of Object.entries(json)) {
    if (SWITCHES.some((known) => known === name)) {
      if (fault !== true) return wrong(`${name} is true, or left out.`);
      continue;
    }
    const members = Object.hasOwn(MEMBERS, name) ? MEMBERS[name] : undefined;
    if (members === undefined) {
      return wrong(`There is no fault ${name}; there are ${[...Object.keys(MEMBERS), ...SWITCHES].join(', ')}.`);
    }
    const problem = isObject(fault) ? findProblem(fault, ['count', ...members], paths) : 'must be an object';
    if (problem !== undefined) return wrong(`${name}: ${problem}.`);
    if (name === 'delay' && isObject(fault) && fault['ms'] === undefined) return wrong('delay: ms is missing.');
  }
  return ok(structuredClone(json) as Faults);
}

function findProblem(
  fault: Readonly<Record<string, unknown>>,
  members: readonly string[],
  paths: ReadonlySet<string>,
): string | undefined {
  const stranger = Object.keys(fault).find((member) => !members.includes(member));
  if (stranger !== undefined) return `${stranger} is not known; there are ${members.join(', ')}`;
  const { path, count, ms, forget } = fault;
  if (path !== undefined && !(typeof path === 'string' && paths.has(path))) return 'path is no call of this node';
  if (count !== undefined && !isWhole(count, 1, MAX_COUNT)) return `count is not 1 to ${MAX_COUNT}`;
  if (ms !== undefined && !isWhole(ms, 0, MAX_DELAY_MS)) return `ms is not 0 to ${MAX_DELAY_MS}`;
  if (forget !== undefined && typeof forget !== 'boolean') return 'forget is not true or false';
  return undefined;
}

const wrong = (message: string): Result<never, FaultsError> => err({ code: 'ERR_DEV_FAULTS', message });

const isObject = (json: unknown): json is Readonly<Record<string, unknown>> =>
  typeof json === 'object' && json !== null && !Array.isArray(json);

const isWhole = (value: unknown, min: number, max: number): boolean =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max;
