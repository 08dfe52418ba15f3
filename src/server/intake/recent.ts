import { isIP } from 'node:net'
import type { Seen } from '../../applications/quarantine.ts'
import { hour } from '../../shared/dates.ts'
import { ExpiringMap } from '../../shared/expiring-map.ts'
import { mailboxKey } from '../../shared/mailbox.ts'
import { limitKey } from '../http/request.ts'

/** How long a text or address is remembered after its first occurrence. */
const memoryMs = hour
/** The number of texts and addresses that are remembered; beyond it the oldest are forgotten. */
const maxEntries = 30_000
/** The number of submissions that are recognised when they are repeated: those that wait for a database which is away. */
const maxJudged = 5_000
/** The number of networks that are counted for each: more make no difference. */
const maxNetworks = 12
/** How many words of a text are compared; a text with fewer than `minWords` is ignored. */
const maxWords = 400
const minWords = 8
/** Words are hashed in groups of this size; the smallest hashes are the sketch of a text. */
const groupSize = 3
const sketchSize = 4

/** A hash of 32 bits (FNV-1a). It is fast; a collision costs a sender a few points at most. */
function quickHash(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/**
 * The sketch of a text: a few hashes, most of which are equal for texts that differ only in names, numbers or links. Empty for a text that is too
 * short to compare.
 */
export function sketchOf(text: string): readonly number[] {
  const words = text
    .slice(0, 20_000)
    .toLowerCase()
    .split(/\s+/)
    .slice(0, maxWords)
    .filter((word) => !/@|https?:|www\./.test(word))
    .map((word) => word.replace(/[\p{P}\p{S}\d]+/gu, ''))
    .filter(Boolean)
  if (words.length < minWords) return []
  const hashes = new Set<number>()
  for (let at = 0; at + groupSize <= words.length; at += 1) hashes.add(quickHash(words.slice(at, at + groupSize).join(' ')))
  return [...hashes].sort((a, b) => a - b).slice(0, sketchSize)
}

interface Entry {
  readonly until: number
  /** Occurrences by network. */
  readonly counts: Map<string, number>
}

/** Whether an address does not identify a sender: it is this machine's own, or missing. */
const isAnonymous = (ip: string): boolean => isIP(ip) === 0 || ip === '::1' || ip.startsWith('127.')

const nothing: Seen = { here: 0, elsewhere: 0 }

/**
 * The texts and addresses of the last hour, in the memory of this process: a guess about spam is not worth a query. Submissions from this machine,
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

  /** Remembers a submission. @returns how often its text and its address occurred before */
  note(ip: string, text: string, address: string, now: Date): { readonly text: Seen; readonly address: Seen } {
    if (isAnonymous(ip)) return { text: nothing, address: nothing }
    const network = limitKey(ip)
    const at = now.getTime()
    const groups = sketchOf(text).map((hash) => this.#count(`text ${hash}`, network, at))
    // Two hashes must match: a single one may be a common phrase.
    const second = (of: (seen: Seen) => number): number => groups.map(of).sort((a, b) => b - a)[1] ?? 0
    return {
      text: { here: second(({ here }) => here), elsewhere: second(({ elsewhere }) => elsewhere) },
      address: this.#count(`address ${mailboxKey(address)}`, network, at),
    }
  }

  /** Remembers a form token. @returns how often it occurred before */
  noteToken(id: string, now: Date): number {
    return this.#count(`token ${id}`, '', now.getTime()).here
  }

  #count(key: string, network: string, at: number): Seen {
    const entry = this.#entries.get(key, at) ?? this.#entries.set(key, { until: at + memoryMs, counts: new Map() }, at)
    const { counts } = entry
    const here = counts.get(network) ?? 0
    const seen = { here, elsewhere: counts.size - (here > 0 ? 1 : 0) }
    if (here > 0 || counts.size < maxNetworks) counts.set(network, here + 1)
    return seen
  }
}
