import { promises } from '../../content/core.ts'
import { ConfigFault, processEnvironment, readConfig } from '../../server/config.ts'
import { openFormVersions } from '../../server/forms/open-versions.ts'
import { loadForms } from '../../server/pages/content.ts'
import { openBeside } from '../open-beside.ts'
import { setPublishedZone } from '../published-zone.ts'
import { runProgram } from '../terminal.ts'
import { seed } from './seed.ts'
import { texts } from './texts-files.ts'

/** `npm run seed [count]`: adds invented applications, whether or not a server is running. */
async function main(): Promise<void> {
  const count = Number(process.argv.slice(2).find((argument) => argument !== '--yes') ?? 200)
  if (!Number.isInteger(count) || count < 1 || count > 100_000) throw new ConfigFault('seed takes a number from 1 to 100000')
  const config = readConfig(processEnvironment())
  if (config.PUBLIC_URL.startsWith('https:') && !process.argv.includes('--yes'))
    throw new ConfigFault(
      `${config.PUBLIC_URL} is a public site: invented applications would stand among real ones. Nothing was added. --yes adds them all the same.`,
    )
  const forms = loadForms()
  const storage = await openBeside(config, { serverKey: config.SERVER_KEY, forms })
  try {
    await setPublishedZone(storage.edits)
    await openFormVersions(storage.formSnapshots, forms, new Date())
    const added = await seed(storage, forms, texts, promises, new Date(), count, config.ADMIN_EMAIL)
    console.log(
      added === 0
        ? 'Nothing was added: these applications are already there.'
        : `${added} applications were added. None of them is real.`,
    )
  } finally {
    await storage.close()
  }
}

runProgram(main)
