/**
 * `node bench/sealing.ts`: measures the CPU that encryption with a key for each application would need (decision 0168), at a submission and in two kinds
 * of search. The product does not encrypt applications this way.
 */
import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

const posts = new URL('../content/posts/', import.meta.url)
const vocabulary = readdirSync(posts).flatMap((name) => readFileSync(new URL(name, posts), 'utf8').match(/\p{L}+/gu) ?? [])

/** Answers to 22 fields, about 1.6 KB and different for each `n`: eight of one word and fourteen of 18 words. */
const answers = (n: number): string =>
  Array.from({ length: 22 }, (_, field) => {
    const from = (n * 977 + field * 131) % (vocabulary.length - 18)
    return vocabulary.slice(from, from + (field < 8 ? 1 : 18)).join(' ')
  }).join('\n')

const wordsOf = (text: string): string[] => [...new Set(text.toLowerCase().match(/\p{L}+/gu))]
const prefixesOf = (text: string): string[] => [
  ...new Set(wordsOf(text).flatMap((word) => Array.from(word, (_, at) => word.slice(0, at + 1)))),
]

const operatorKey = randomBytes(32)

function seal(key: Buffer, text: Buffer): Buffer {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  return Buffer.concat([iv, cipher.update(text), cipher.final(), cipher.getAuthTag()])
}

function open(key: Buffer, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12)).setAuthTag(sealed.subarray(-16))
  return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()])
}

/** Prints the median CPU of one `work` over five runs, in microseconds. */
function measure(name: string, times: number, work: (n: number) => unknown): void {
  const runs = Array.from({ length: 6 }, (_, run) => {
    const before = process.cpuUsage()
    for (let n = 0; n < times; n += 1) work(run * times + n)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / times
  }).slice(1)
  console.log(`${name}: ${(runs.sort((a, b) => a - b)[2] ?? 0).toFixed(1)} µs`)
}

const texts = Array.from({ length: 500 }, (_, n) => answers(n))
const text = (n: number): string => texts[n % texts.length] ?? ''
/** Name, address, company, history entry, letter and spreadsheet row. */
const others = Array.from({ length: 6 }, () => randomBytes(60))

measure('a submission: one wrapped key and seven sealed parts', 3_000, (n) => {
  const key = randomBytes(32)
  return [seal(operatorKey, key), seal(key, Buffer.from(text(n))), ...others.map((part) => seal(key, part))]
})
for (const [name, bytes, times] of [['200 KB', 200_000, 300] as const, ['5 MB', 5_000_000, 20] as const]) {
  const resume = randomBytes(bytes)
  measure(`a resume of ${name}`, times, () => seal(operatorKey, resume))
}

const secret = operatorKey.toString('hex')
/** One call of `hash` takes a quarter of the time of an HMAC object. */
const blind = (word: string): string => hash('sha256', secret + word, 'base64')
measure('an index of hashed words', 300, (n) => wordsOf(text(n)).map(blind))
measure('an index of hashed words and their prefixes', 100, (n) => prefixesOf(text(n)).map(blind))
console.log(`${wordsOf(text(0)).length} words, ${prefixesOf(text(0)).length} prefixes`)

const stored = texts.map((answered) => {
  const key = randomBytes(32)
  return { wrapped: seal(operatorKey, key), sealed: seal(key, Buffer.from(answered)) }
})
measure('a search without an index, for each application', 3_000, (n) => {
  const { wrapped, sealed } = stored[n % stored.length] as (typeof stored)[number]
  return open(open(operatorKey, wrapped), sealed).toString().toLowerCase().includes('pepper')
})
