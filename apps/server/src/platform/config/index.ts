/** Variables of the environment that every program reads, and the settings of the operator. */
export {
  A_PORT,
  type ConfigError,
  createReader,
  type Env,
  parseOrigins,
  parsePort,
  parseSwitch,
  parseWhole,
  type PlaceConfig,
  readDataDir,
  type Reader,
  readOrigins,
  readPlace,
  type Refuse,
} from './environment.ts';
export type { Settings } from './settings.ts';
