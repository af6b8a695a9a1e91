/** Variables of the environment that every program reads, and the settings of the operator. */
export {
  A_DATABASE,
  A_PORT,
  type ConfigError,
  createReader,
  DATABASE_FILE,
  type Env,
  parseDatabaseLocation,
  parseDatabaseUrl,
  parseOrigins,
  parsePort,
  parseSwitch,
  parseWhole,
  type PlaceConfig,
  readDatabaseLocation,
  readDataDir,
  type Reader,
  readOrigins,
  readPlace,
  type Refuse,
} from './environment.ts';
export type { Settings } from './settings.ts';
