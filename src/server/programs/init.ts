import { createInterface } from 'node:readline'
import type { FieldFault } from '../../api/site-content.ts'
import { amountText, currencyName } from '../../content/amounts.ts'
import { optionalPages } from '../../shared/existing-pages.ts'
import { formFile } from '../../shared/form-types.ts'
import { newId } from '../../shared/ids.ts'
import { checkedFiles, draftFiles, existing, readDesk, textWithValue, waitingSentence } from '../editing/editor.ts'
import { faultsIn } from '../editing/faults.ts'
import { readValue } from '../editing/values.ts'
import { ConfigFault, processEnvironment, readConfig } from '../start/config.ts'
import { loadForms } from '../start/content.ts'
import { openStorage } from '../storage/open.ts'
import { setPublishedZone } from './published-zone.ts'
import { keepWaiting, runProgram } from './terminal.ts'

const sitePath = 'content/site.yaml'
const factsPath = 'content/facts.yaml'

/** The documents that the answers change, as the editor reads them. */
type Value = Record<string, unknown>
interface Documents {
  site: Value
  facts: Value
}

interface Question {
  readonly words: string
  /** The fields of site.yaml that it sets: a fault at one of them is told, and the question is asked again. */
  readonly fields: readonly string[]
  set(answer: string, documents: Documents): void
}

const parts = (answer: string): string[] => answer.split(',').map((part) => part.trim())

/** Sets a key; `-` removes it. */
const put = (value: Value, key: string, answer: unknown): void => {
  if (answer === '-' || answer === undefined) delete value[key]
  else value[key] = answer
}

/** The ten questions. */
const questions: readonly Question[] = [
  { words: 'The name', fields: ['name'], set: (answer, { site }) => put(site, 'name', answer) },
  {
    words: 'The name in another script, or -',
    fields: ['nativeName'],
    set: (answer, { site }) => put(site, 'nativeName', answer),
  },
  {
    words: 'The legal name and, after a comma, the number with its kind, or -',
    fields: ['company'],
    set(answer, { site }) {
      const [name, number] = parts(answer)
      put(site, 'company', answer === '-' ? '-' : { name, ...(number !== undefined && { number }) })
    },
  },
  { words: 'One line that says what you are', fields: ['tagline'], set: (answer, { site }) => put(site, 'tagline', answer) },
  {
    words: 'The address: street, part of the city, city, region, postal code, country',
    fields: ['address'],
    set(answer, { site }) {
      const [street = '', area = '', city = '', region = '', postcode = '', country = ''] = parts(answer)
      site.address = { street, area, city, region, postcode, country }
      // The map and the way of writing amounts are those of another place.
      delete site.office
      site.language = 'en'
    },
  },
  { words: 'The time zone, such as Europe/Lisbon', fields: ['zone'], set: (answer, { site }) => put(site, 'zone', answer) },
  {
    words: 'The currency and what a dollar costs in it, such as EUR 0.9',
    fields: ['currency'],
    set(answer, { site, facts }) {
      const [currency = '', perDollar = ''] = answer.split(/\s+/)
      site.currency = currency
      if (Number(perDollar) > 0) facts.perDollar = Number(perDollar)
    },
  },
  {
    words: 'The e-mail address and the telephone number, with a comma between',
    fields: ['email', 'partnerEmail', 'phone'],
    set(answer, { site }) {
      const [email = '', display = ''] = parts(answer)
      Object.assign(site, { email, partnerEmail: email, phone: { display, dial: display.replace(/[^+\d]/g, '') } })
    },
  },
  {
    words: 'The ground and the accent colour, such as #5a1f17 #c2361d',
    fields: ['colours'],
    set(answer, { site }) {
      const [ground = '', accent = ''] = answer.toLowerCase().split(/[\s,]+/)
      site.colours = { ground, accent }
    },
  },
  {
    words: `The programmes, forms and pages that you do not have, with commas between, or -: ${optionalPages.join(', ')}`,
    fields: ['without'],
    set: (answer, { site }) => put(site, 'without', answer === '-' ? '-' : parts(answer)),
  },
]

/** The edits of a form whose choices and hints name rupees or regions of India; undefined for one without. */
function formEdits(form: ReturnType<typeof loadForms>['Contact'], { site, facts }: Documents): object | undefined {
  const money = { currency: String(site.currency), language: String(site.language) }
  const address = site.address as Record<string, string>
  // A lakh of rupees stands for a thousand dollars, and a crore for a hundred thousand.
  const amount = (count: string, unit = 'lakh'): string => {
    const exact = Number(count) * (unit === 'crore' ? 1e5 : 1e3) * Number(facts.perDollar)
    return amountText(Number(exact.toPrecision(1)), money)
  }
  const relabelled = (label: string): string =>
    label
      .replace(/₹(\d+)(?:–(\d+))? (lakh|crore)(?:–(\d+) (crore))?/, (_, from, to, unit, last, lastUnit) =>
        [amount(from, unit), to && amount(to, unit), last && amount(last, lastUnit)].filter(Boolean).join('–'),
      )
      .replace('Tamil Nadu', address.region ?? '')
      .replace('South India', `${address.country} and its neighbours`)
      .replace('India and South-East Asia', 'Several continents')
      .replace('All of India', `All of ${address.country}`)
  let changed = false
  const sections = form.sections.map((section) => ({
    questions: section.fields.map((name) => {
      const { hint, options } =
        (form.fields as Record<string, { hint?: string; options?: readonly { label: string; value: string }[] }>)[name] ?? {}
      const own = options?.some(({ label }) => relabelled(label) !== label)
      const isMoney = hint?.includes('₹')
      changed ||= own === true || isMoney === true
      return {
        name,
        ...(isMoney && { hint: `In ${currencyName(money)} or dollars: “${amount('400')}”, “$500K”.` }),
        ...(own && {
          options: options?.map(({ label, value }) =>
            relabelled(label) === label ? { label, value } : { label: relabelled(label) },
          ),
        }),
      }
    }),
  }))
  return changed ? { sections } : undefined
}

/** `npm run init`: asks who we are, checks each answer like the desk, and publishes the documents, as the desk does. Answers can come from standard input, one on a line. */
async function main(): Promise<void> {
  const config = readConfig(processEnvironment())
  const storage = await openStorage({
    dataDir: config.DATA_DIR,
    databaseUrl: config.DATABASE_URL,
    poolSize: 1,
    sharesFolder: true,
  })
  const input = createInterface({ input: process.stdin })
  const lines = input[Symbol.asyncIterator]()
  try {
    const { edits } = storage
    await setPublishedZone(edits)
    let desk = await readDesk(edits)
    const keeps = process.argv.slice(2).includes(keepWaiting)
    /** @throws ConfigFault where a draft would be replaced, or a text that waits would replace the answers */
    const refuseOver = (paths: readonly string[]): void => {
      const drafted = paths.find((path) => (desk.drafts.get(path)?.text ?? null) !== null)
      if (drafted !== undefined)
        throw new ConfigFault(
          `${existing(desk, drafted).name} has a draft at the desk. Publish or discard it at /app/site first.`,
        )
      const waiting = waitingSentence(desk, paths)
      if (waiting !== undefined && !keeps)
        throw new ConfigFault(`${waiting} It would replace the answers: cancel it at /app/site, or add ${keepWaiting}.`)
    }
    refuseOver([sitePath, factsPath])
    const read = (path: string): Value => {
      const value = readValue(path, draftFiles(desk)[path] ?? '', existing(desk, path).schema)
      if (!value.ok) throw new ConfigFault(`${path}: ${value.fault}`)
      return value.value as Value
    }
    let documents: Documents = { site: read(sitePath), facts: read(factsPath) }
    const before = documents.site.name
    const textsOf = ({ site, facts }: Documents): Record<string, string> => ({
      [sitePath]: textWithValue(desk, sitePath, site),
      [factsPath]: textWithValue(desk, factsPath, facts),
    })
    for (const { words, fields, set } of questions) {
      for (;;) {
        const shown = fields.map((field) => JSON.stringify(documents.site[field] ?? '-')).join(' ')
        console.log(`${words}\n  now: ${shown}`)
        const { value: answer = '', done } = await lines.next()
        if (done === true) throw new ConfigFault('There is no answer. Nothing was changed.')
        if (answer.trim() === '') break
        const next = structuredClone(documents)
        set(answer.trim(), next)
        const faults = faultsIn({ ...draftFiles(desk), ...textsOf(next) }, sitePath, desk.pictures).filter(
          ({ field }: FieldFault) => fields.includes(String(field[0])),
        )
        if (faults.length === 0) {
          documents = next
          break
        }
        console.log(faults.map(({ message }) => `  ${message}`).join('\n'))
        if (!process.stdin.isTTY) throw new ConfigFault('An answer cannot be used. Nothing was changed.')
      }
    }
    // Profiles of the site that ships are nobody's.
    if (documents.site.name !== before) Object.assign(documents.site, { social: [], mark: documents.site.name })
    const texts = textsOf(documents)
    if (documents.site.currency !== 'INR')
      for (const form of Object.values(loadForms())) {
        const edit = formEdits(form as never, documents)
        const path = `content/${formFile(form.type)}`
        if (edit !== undefined) texts[path] = textWithValue(desk, path, edit)
      }
    refuseOver(Object.keys(texts))
    const stale = await edits.saveDrafts(
      Object.entries(texts).map(([path, text]) => ({ path, text, revision: desk.drafts.get(path)?.revision ?? 0 })),
      new Date(),
    )
    if (stale !== undefined) throw new ConfigFault(`${stale} was changed at the desk meanwhile. Run this again.`)
    desk = await readDesk(edits)
    const paths = Object.keys(texts)
    const files = checkedFiles(desk, paths)
    const drafts = Object.fromEntries(paths.map((path) => [path, desk.drafts.get(path)?.revision ?? 0]))
    const id = newId(new Date())
    const done = await edits.publish(
      {
        id,
        by: config.ADMIN_EMAIL,
        note: 'Who we are',
        dueAt: null,
        files,
        drafts,
        over: desk.revision,
        ...(keeps && { waiting: 'keep' }),
      },
      new Date(),
    )
    if (done === 'stale' || done === 'waits')
      throw new ConfigFault('Something was published meanwhile. Publish the drafts at /app/site.')
    console.log('Published: a running server shows it within two seconds. Change it at /app/site, or run this again.')
  } finally {
    input.close()
    await storage.close()
  }
}

runProgram(main)
