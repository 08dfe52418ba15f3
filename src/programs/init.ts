import { createInterface } from 'node:readline'
import type { Leftover } from '../api/site-content.ts'
import { mergeFiles } from '../content/files.ts'
import { placeholderFiles } from '../content/placeholders.ts'
import { ConfigFault, processEnvironment, programCommand, readConfig } from '../server/config.ts'
import { answered, documentsOf, textsOf } from '../server/editing/beginning.ts'
import { questions } from '../server/editing/beginning-questions.ts'
import { checkedFiles, existing, readDesk, waitingSentence } from '../server/editing/editor.ts'
import { leftovers } from '../server/editing/leftovers.ts'
import { newId } from '../shared/ids.ts'
import { openBeside } from './open-beside.ts'
import { setPublishedZone } from './published-zone.ts'
import { keepWaiting, runProgram } from './terminal.ts'

const sitePath = 'content/site.yaml'
const factsPath = 'content/facts.yaml'

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
  const storage = await openBeside(config, { poolSize: 1 })
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
    let documents = documentsOf(desk)
    for (const question of questions) {
      const { words, isYesNo, now, isAsked = () => true } = question
      while (isAsked(documents)) {
        console.log(`${words}${isYesNo ? '? yes or no' : ''}\n  now: ${now(documents) ?? '-'}`)
        const { value: answer = '', done } = await lines.next()
        if (done === true) throw new ConfigFault(none)
        if (answer.trim() === '') break
        const { next, faults } = answered(desk, documents, question, answer)
        if (faults.length === 0) {
          documents = next
          break
        }
        console.log(faults.map((message) => `  ${message}`).join('\n'))
        if (!process.stdin.isTTY) throw new ConfigFault('An answer cannot be used. Nothing was changed.')
      }
    }
    const { applications } = await storage.measures()
    const texts = textsOf(desk, documents, (type) => applications.some(({ formType, count }) => formType === type && count > 0))
    const paths = Object.keys(texts)
    refuseOver(paths)
    const places = leftovers(desk.live, { ...desk.live, ...texts }, paths)
    console.log('\nWhat will be published:')
    for (const { words, now, isAsked = () => true } of questions)
      if (isAsked(documents)) console.log(`  ${words.replace(/, such as.*|, or -.*|, with .*/, '')}: ${now(documents) ?? '-'}`)
    if (places.length > 0) console.log(`\nOther texts still say what these answers change:\n${leftoverLines(places).join('\n')}`)
    const examples = placeholderFiles(mergeFiles(desk.live, texts)).map((path) => existing(desk, path).name)
    if (examples.length > 0) console.log(`\nStill examples, to be completed at /app/site: ${examples.join(', ')}`)
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
    console.log(
      `Behind Caddy or nginx: install.sh, or ${programCommand('content', 'proxy FILE')}, gives the proxy's own pages the colours.`,
    )
  } finally {
    input.close()
    await storage.close()
  }
}

runProgram(main)
