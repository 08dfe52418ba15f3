import { isIP } from 'node:net'
import { hour } from '../../shared/dates.ts'
import { ExpiringMap } from '../../shared/expiring-map.ts'
import { sha256 } from '../crypto/hashes.ts'
import { limitKey } from '../networks.ts'

/** How long a text or token is remembered after its first occurrence. */
const memoryMs = hour
/** The number of texts and tokens that are remembered; beyond it the oldest are forgotten. */
const maxEntries = 30_000
/** The number of submissions that are recognised when they are repeated: those that wait for a database which is away. */
const maxJudged = 5_000
/** The number of networks that are counted for each: more make no difference. */
const maxNetworks = 6
/** How many words of a text are read; a sentence with fewer than `minWords` is ignored. */
const maxWords = 400
const minWords = 8

/**
 * The longest sentence, or part of one, in small letters and without numbers, signs and links. It is equal for texts that differ only in the greeting, in
 * numbers or in links. Empty if all are short.
 */
export function longestSentence(text: string): string {
  let longest: readonly string[] = []
  let current: string[] = []
  for (const line of text.slice(0, 20_000).toLowerCase().split('\n')) {
    current = []
    for (const word of line.split(/\s+/).slice(0, maxWords)) {
      if (!/@|https?:|www\./.test(word)) {
        const bare = word.replace(/[\p{P}\p{S}\d]+/gu, '')
        if (bare !== '') current.push(bare)
      }
      if (current.length > longest.length) longest = [...current]
      if (/[.,;:!?\u0964]$/.test(word)) current = []
    }
  }
  return longest.length < minWords ? '' : longest.join(' ')
}

interface Entry {
  readonly until: number
  /** Occurrences by network. */
  readonly counts: Map<string, number>
}

/** Whether an address does not identify a sender: it is this machine's own, or missing. */
const isAnonymous = (ip: string): boolean => isIP(ip) === 0 || ip === '::1' || ip.startsWith('127.')

/**
 * The texts and tokens of the last hour, in the memory of this process: a guess about spam is not worth a query. Submissions from this machine,
 * such as those through a proxy that `TRUST_PROXY` does not count, are not compared.
 */
export class RecentSubmissions {
  readonly #entries = new ExpiringMap<Entry>(maxEntries)
  /** The results of `once`, by id. */
  readonly #judged = new ExpiringMap<{ readonly until: number; readonly value: unknown }>(maxJudged)

  /**
   * Calls `find` once for all repeats of a submission within an hour: one that could not be stored is sent again, maybe from another network, and would count
   * as a copy of itself. @param id equal for repeats only; undefined: the submission is no repeat
   */
  once<Value>(id: string | undefined, now: Date, find: () => Value): Value {
    if (id === undefined) return find()
    const at = now.getTime()
    const earlier = this.#judged.get(id, at)
    return (earlier ?? this.#judged.set(id, { until: at + memoryMs, value: find() }, at)).value as Value
  }

  /** Remembers the text of a submission. @returns from how many other networks it came before */
  noteText(ip: string, text: string, now: Date): number {
    const sentence = isAnonymous(ip) ? '' : longestSentence(text)
    return sentence === '' ? 0 : this.#count(`text ${sha256(sentence)}`, limitKey(ip), now.getTime()).elsewhere
  }

  /** Remembers a form token. @returns how often it occurred before */
  noteToken(id: string, now: Date): number {
    return this.#count(`token ${id}`, '', now.getTime()).here
  }

  #count(key: string, network: string, at: number): { readonly here: number; readonly elsewhere: number } {
    const entry = this.#entries.get(key, at) ?? this.#entries.set(key, { until: at + memoryMs, counts: new Map() }, at)
    const { counts } = entry
    const here = counts.get(network) ?? 0
    const seen = { here, elsewhere: counts.size - (here > 0 ? 1 : 0) }
    if (here > 0 || counts.size < maxNetworks) counts.set(network, here + 1)
    return seen
  }
}
