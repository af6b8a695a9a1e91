/**
 * Setup of the tests that run in Node: property tests generate the same values in each run, so that a run that fails can be repeated and one that
 * passes keeps passing. `FC_SEED=2` tries other values.
 */
import { configureGlobal, readConfigureGlobal } from 'fast-check';

const DEFAULT_SEED = 1;

configureGlobal({ ...readConfigureGlobal(), seed: Number(process.env['FC_SEED'] ?? DEFAULT_SEED) });
