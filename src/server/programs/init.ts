import { createInterface } from 'node:readline'
import type { FieldFault, Leftover } from '../../api/site-content.ts'
import { amountText, currencyName } from '../../content/amounts.ts'
import type { FormEdits } from '../../forms/edits.ts'
import { formFile } from '../../shared/form-types.ts'
import { newId } from '../../shared/ids.ts'
import { ConfigFault, processEnvironment, readConfig } from '../config.ts'
import { checkedFiles, draftFiles, existing, readDesk, textWithValue, waitingSentence } from '../editing/editor.ts'
import { faultsIn } from '../editing/faults.ts'
import { leftovers } from '../editing/leftovers.ts'
import { readValue } from '../editing/values.ts'
import { loadForms } from '../pages/content.ts'
import { openStorage } from '../storage/open.ts'
import { hasExamples, pagesOfExamples, withoutExamples } from './init-examples.ts'
import { type Documents, numberOf, questions, type Value } from './init-questions.ts'
import { setPublishedZone } from './published-zone.ts'
import { keepWaiting, runProgram } from './terminal.ts'

const sitePath = 'content/site.yaml'
const factsPath = 'content/facts.yaml'

/**
 * The edits of a form whose choices and hints name rupees, regions of India or its telephone code; undefined for one without.
 * @param hasAnswers whether some may have the choices that are replaced
 */
function formEdits(
  form: ReturnType<typeof loadForms>['Contact'],
  { site, facts }: Documents,
  hasAnswers: boolean,
): FormEdits | undefined {
  const money = { currency: String(site.currency), language: String(site.language) }
  const address = site.address as Record<string, string>
  // A lakh of rupees stands for a thousand dollars, and a crore for a hundred thousand.
  const amount = (count: string, unit = 'lakh'): string => {
    const exact = Number(count) * (unit === 'crore' ? 1e5 : 1e3) * Number(facts.perDollar)
    return amountText(Number(exact.toPrecision(1)), money)
  }
  const relabelled = (label: string): string =>
    label
      .replace(/₹(\d+)(?:-(\d+))? (lakh|crore)(?:-(\d+) (crore))?/, (_, from, to, unit, last, lastUnit) =>
        [amount(from, unit), to && amount(to, unit), last && amount(last, lastUnit)].filter(Boolean).join('-'),
      )
      .replace('Tamil Nadu', address.region ?? '')
      .replace('South India', `${address.country} and its neighbours`)
      .replace('India and South-East Asia', 'Several continents')
      .replace('All of India', `All of ${address.country}`)
  const [code] = /^\+\d{1,3}(?=[ (-])/.exec(String((site.phone as Value).display)) ?? []
  const hintOf = (hint: string | undefined): string | undefined => {
    if (hint?.includes('₹')) return `In ${currencyName(money)} or dollars: “${amount('400')}”, “$500K”.`
    return hint?.includes('+91') ? (code === undefined ? 'With the country code.' : hint.replace('+91', code)) : undefined
  }
  let changed = false
  const sections = form.sections.map((section) => ({
    questions: section.fields.map((name) => {
      const { hint, options } =
        (form.fields as Record<string, { hint?: string; options?: readonly { label: string; value: string }[] }>)[name] ?? {}
      const own = options?.some(({ label }) => relabelled(label) !== label)
      const otherHint = hintOf(hint)
      changed ||= own === true || otherHint !== undefined
      return {
        name,
        ...(otherHint !== undefined && { hint: otherHint }),
        ...(own && !hasAnswers && { anew: true }),
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

/** The leftovers of each document on a line. */
const leftoverLines = (all: readonly Leftover[]): readonly string[] =>
  [...new Set(all.map(({ name }) => name))].map((name) => {
    const words = all.filter((leftover) => leftover.name === name).map((leftover) => leftover.words)
    return `  ${name}: ${[...new Set(words)].join(', ')}`
  })

const none = 'There is no answer. Nothing was changed.'

/**
 * `npm run init`: asks who we are, checks each answer like the desk, shows what it understood and what else says the words that change, and publishes
 * the documents after a yes, as the desk does. Answers can come from standard input, one on a line; `--yes` publishes without the last question.
 */
async function main(): Promise<void> {
  const args = process.argv.slice(2)
  if (args.some((arg) => arg !== '--yes' && arg !== keepWaiting))
    throw new ConfigFault(
      `got ${args.join(' ')}; it takes --yes, which publishes without a last question, and ${keepWaiting}, which leaves texts that wait`,
    )
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
    const keeps = args.includes(keepWaiting)
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
    const site = read(sitePath)
    const has = hasExamples(draftFiles(desk))
    let documents: Documents = { site, facts: read(factsPath), registered: numberOf(site), examples: { has, stay: true } }
    const before = site.name
    const textsOf = ({ site, facts }: Documents): Record<string, string> => ({
      [sitePath]: textWithValue(desk, sitePath, site),
      [factsPath]: textWithValue(desk, factsPath, facts),
    })
    for (const { words, fields, now, set, isAsked = () => true } of questions) {
      while (isAsked(documents)) {
        console.log(`${words}\n  now: ${now(documents) ?? '-'}`)
        const { value: answer = '', done } = await lines.next()
        if (done === true) throw new ConfigFault(none)
        if (answer.trim() === '') break
        const next = structuredClone(documents)
        set(answer.trim(), next)
        const faults = faultsIn({ ...draftFiles(desk), ...textsOf(next) }, sitePath, desk.pictures).filter(
          ({ field }: FieldFault) => fields.some((name) => `${field.join('.')}.`.startsWith(`${name}.`)),
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
    if (!documents.examples.stay) {
      const { without = [] } = documents.site as { without?: readonly string[] }
      documents.site.without = [...new Set([...without, ...pagesOfExamples])]
    }
    const texts = textsOf(documents)
    if (!documents.examples.stay)
      for (const [path, value] of Object.entries(withoutExamples(draftFiles(desk), read)))
        texts[path] = value === null ? '' : textWithValue(desk, path, value)
    const { applications } = await storage.measures()
    if (documents.site.currency !== 'INR')
      for (const form of Object.values(loadForms())) {
        const hasAnswers = applications.some(({ formType, count }) => formType === form.type && count > 0)
        const edit = formEdits(form as never, documents, hasAnswers)
        const path = `content/${formFile(form.type)}`
        // Without answers, no choice of before is kept for them.
        if (edit !== undefined) texts[path] = textWithValue(desk, path, edit, hasAnswers ? desk.live : {})
      }
    const paths = Object.keys(texts)
    refuseOver(paths)
    const places = leftovers(desk.live, { ...desk.live, ...texts }, paths)
    console.log('\nWhat will be published:')
    for (const { words, now, isAsked = () => true } of questions)
      if (isAsked(documents))
        console.log(`  ${words.replace(/, such as.*|, or -.*|, with .*|\? yes or no$/, '')}: ${now(documents) ?? '-'}`)
    if (places.length > 0) console.log(`\nOther texts still say what these answers change:\n${leftoverLines(places).join('\n')}`)
    if (!args.includes('--yes')) {
      console.log('\nPublish it? yes or no')
      const { value: answer, done } = await lines.next()
      if (done === true) throw new ConfigFault(`${none} A program answers yes, or is called with --yes.`)
      if (!/^y(es)?$/i.test(answer.trim())) throw new ConfigFault('Nothing was changed.')
    }
    const stale = await edits.saveDrafts(
      Object.entries(texts).map(([path, text]) => ({ path, text, revision: desk.drafts.get(path)?.revision ?? 0 })),
      new Date(),
    )
    if (stale !== undefined) throw new ConfigFault(`${stale} was changed at the desk meanwhile. Run this again.`)
    desk = await readDesk(edits)
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
