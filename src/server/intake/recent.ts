import { isIP } from 'node:net'
import type { Seen } from '../../applications/quarantine.ts'
import { hour } from '../../shared/dates.ts'
import { limitKey } from '../http/request.ts'

/** How long something is remembered after it first came, milliseconds. */
const memory = hour
/** Texts and addresses that are remembered, at most; the oldest make room. */
const mostEntries = 30_000
/** Networks that one of them is known from: more make no difference. */
const mostNetworks = 12
/** Words of a text that are compared, and the fewest that say anything. */
const mostWords = 400
const fewestWords = 8
/** Words that are compared together, and the groups of them that stand for a text. */
const groupSize = 3
const sketchSize = 4

/** A hash of 32 bits (FNV-1a): quick, and a collision costs a few points at most. */
function quickHash(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/**
 * A few numbers that stand for a text: texts that differ in names, numbers or addresses only have most of them in common. Empty for a text that is
 * too short to tell.
 */
export function sketchOf(text: string): readonly number[] {
  const words = text
    .slice(0, 20_000)
    .toLowerCase()
    .split(/\s+/)
    .slice(0, mostWords)
    .filter((word) => !/@|https?:|www\./.test(word))
    .map((word) => word.replace(/[\p{P}\p{S}\d]+/gu, ''))
    .filter(Boolean)
  if (words.length < fewestWords) return []
  const hashes = new Set<number>()
  for (let at = 0; at + groupSize <= words.length; at += 1) hashes.add(quickHash(words.slice(at, at + groupSize).join(' ')))
  return [...hashes].sort((a, b) => a - b).slice(0, sketchSize)
}

interface Entry {
  readonly until: number
  readonly times: Map<string, number>
}

/** Whether an address says nothing about who sent: this machine's own, or none. */
const isNowhere = (ip: string): boolean => isIP(ip) === 0 || ip === '::1' || ip.startsWith('127.')

const nothing: Seen = { here: 0, elsewhere: 0 }

/**
 * What came in the last hour, in the memory of this process: a guess about spam is worth no query. Submissions from this machine itself, such as those
 * behind a proxy that is not trusted, are not compared.
 */
export class RecentSubmissions {
  readonly #entries = new Map<string, Entry>()

  /** Remembers a submission; how often its text and its address came before. */
  note(ip: string, text: string, address: string, now: Date): { readonly text: Seen; readonly address: Seen } {
    if (isNowhere(ip)) return { text: nothing, address: nothing }
    const network = limitKey(ip)
    const at = now.getTime()
    const groups = sketchOf(text).map((hash) => this.#count(`text ${hash}`, network, at))
    // two groups must agree: one alone may be a phrase that many use
    const second = (of: (seen: Seen) => number): number => groups.map(of).sort((a, b) => b - a)[1] ?? 0
    return {
      text: { here: second(({ here }) => here), elsewhere: second(({ elsewhere }) => elsewhere) },
      address: this.#count(`address ${address.trim().toLowerCase()}`, network, at),
    }
  }

  /** How often a form token came before. */
  noteToken(id: string, now: Date): number {
    return this.#count(`token ${id}`, '', now.getTime()).here
  }

  #count(key: string, network: string, at: number): Seen {
    let entry = this.#entries.get(key)
    if (entry === undefined || entry.until <= at) {
      this.#entries.delete(key)
      if (this.#entries.size >= mostEntries) this.#entries.delete(this.#entries.keys().next().value ?? '')
      entry = { until: at + memory, times: new Map() }
      this.#entries.set(key, entry)
    }
    const { times } = entry
    const here = times.get(network) ?? 0
    const seen = { here, elsewhere: times.size - (here > 0 ? 1 : 0) }
    if (here > 0 || times.size < mostNetworks) times.set(network, here + 1)
    return seen
  }
}
