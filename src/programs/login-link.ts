import { loginLink } from '../server/auth/login-link.ts'
import { ConfigFault, processEnvironment, readConfig } from '../server/config.ts'
import { keyedHash } from '../server/crypto/hashes.ts'
import { readServerKeys } from '../server/database/server-key.ts'
import { openBeside } from './open-beside.ts'
import { runProgram } from './terminal.ts'

/** `npm run login-link`: prints a link that signs the admin in once, within ten minutes, in case no mail arrives. */
async function main(): Promise<void> {
  const config = readConfig(processEnvironment())
  const needsDatabase = config.SERVER_KEY === undefined && config.DATABASE_URL !== undefined
  const storage = needsDatabase ? await openBeside(config, { poolSize: 1 }) : undefined
  const source = { dataDir: config.DATA_DIR, databaseUrl: config.DATABASE_URL, serverKey: config.SERVER_KEY }
  const [key] = await readServerKeys(source, storage?.settings ?? { get: async () => undefined })
  await storage?.close()
  if (key === undefined)
    throw new ConfigFault(`No key was found in ${config.DATA_DIR}. Start the server once with the same settings.`)
  console.log(
    `${config.PUBLIC_URL}${loginLink({ keyedHash: keyedHash(key), adminEmail: config.ADMIN_EMAIL, now: () => new Date() })}`,
  )
  console.log(`It signs in as ${config.ADMIN_EMAIL}, once, within ten minutes. Do not share it.`)
}

runProgram(main)
