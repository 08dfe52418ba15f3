import type { Config } from '../server/config.ts'
import { openStorage, type StorageOptions } from '../server/storage/open.ts'

/** Opens the storage for a program that may run while a server runs. @param more what it needs beside the place of the data */
export const openBeside = (
  { DATA_DIR: dataDir, DATABASE_URL: databaseUrl }: Config,
  more: Pick<StorageOptions, 'forms' | 'poolSize' | 'serverKey'>,
) => openStorage({ ...more, dataDir, databaseUrl, sharesFolder: true })
