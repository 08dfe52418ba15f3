import { createHmac } from 'node:crypto'
import { type Person, type PersonKey, personKeys, strongKinds } from '../applications/person.ts'
import { installationKey } from './hashes.ts'
import type { HashedKey } from './storage/person-port.ts'
import type { Settings } from './storage/port.ts'

/** The hashes by which the record of deletions knows a person, under a key of this installation that backups and moves have as well. */
export interface PersonHashes {
  /** The strong keys of people, each once, with their hashes. */
  of(people: readonly Person[]): Promise<readonly HashedKey[]>
  hash(key: PersonKey): Promise<string>
  /** The hash of a person's address, or without one of the telephone numbers, which several can have. */
  whose(person: Person): Promise<readonly string[]>
}

const isStrong = (key: PersonKey): key is PersonKey & Pick<HashedKey, 'kind'> => strongKinds.some((kind) => kind === key.kind)

/** Hashes under a key in the settings, which is made at first use. */
export function personHashes(settings: Settings): PersonHashes {
  const readOnce = installationKey(settings, 'erasure_key')
  const hash = async ({ kind, key }: PersonKey): Promise<string> =>
    createHmac('sha256', await readOnce())
      .update(`${kind}\n${key}`)
      .digest('hex')
  return {
    hash,
    whose: (person) => {
      const strong = personKeys(person).filter(isStrong)
      const addresses = strong.filter(({ kind }) => kind === 'email')
      return Promise.all((addresses.length > 0 ? addresses : strong).map(hash))
    },
    of: async (people) => {
      const keys = people.flatMap((person) => personKeys(person).filter(isStrong))
      const unique = [...new Map(keys.map((key) => [`${key.kind} ${key.key}`, key])).values()]
      return Promise.all(unique.map(async (key) => ({ ...key, hash: await hash(key) })))
    },
  }
}
