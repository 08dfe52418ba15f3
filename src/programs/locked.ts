import { parseArgs } from 'node:util'
import { ConfigFault, processEnvironment, readConfig } from '../server/config.ts'
import { storedByFeatures } from '../server/database/stored.ts'
import { openStorage } from '../server/storage/open.ts'
import { utcMinute } from '../shared/dates.ts'
import { countText, runProgram } from './terminal.ts'

const usage = `npm run locked                    lists the deleted applications that are kept under lock
npm run locked -- ID --by NAME    prints one as JSON, and writes down who opened it`

/** `npm run locked`: the only way to what is kept under lock. */
async function main(): Promise<void> {
  const { positionals, values } = parseArgs({ options: { by: { type: 'string' } }, allowPositionals: true })
  const [id, ...more] = positionals
  const by = values.by?.trim() ?? ''
  if (more.length > 0 || (id === undefined) !== (by === '')) throw new ConfigFault(usage)
  const config = readConfig(processEnvironment())
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SERVER_KEY: serverKey } = config
  const storage = await openStorage({ dataDir, databaseUrl, serverKey, poolSize: 1, sharesFolder: true })
  try {
    const stores = storedByFeatures.flatMap(({ locked }) => locked ?? [])
    if (id === undefined) {
      const all = (await Promise.all(stores.map((locked) => locked.all(storage.engine.read)))).flat()
      for (const { id, deletedAt, opened } of all)
        console.log(
          [id, `deleted ${utcMinute(deletedAt)}`, ...opened.map((each) => `opened ${each.at} by ${each.by}`)].join('; '),
        )
      console.log(`${countText(all.length, 'deleted application')} under lock.`)
      return
    }
    const now = new Date()
    for (const locked of stores) {
      const content = await locked.open(storage.engine, id, by, now)
      if (content === undefined) continue
      console.error(`${now.toISOString()} ${by} opened ${id}. It is written down.`)
      return console.log(content)
    }
    throw new ConfigFault(`${id} is not under lock.`)
  } finally {
    await storage.close()
  }
}

runProgram(main)
