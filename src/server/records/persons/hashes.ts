import { createHmac } from 'node:crypto'
import { type Person, type PersonKey, personKeys, strongKinds } from '../../../applications/person.ts'
import type { Engine } from '../../database/engine.ts'
import { installationKey } from '../../database/installation-key.ts'
import type { Settings } from '../../database/settings.ts'
import { settings } from '../../database/stored-settings.ts'
import type { HashedKey } from './port.ts'

/** The keyed hashes of persons in the record of deletions. Their key belongs to this installation; backups and moves include it, so the record seals them with the server's key. */
export interface PersonHashes {
  /** The distinct strong keys of people, with their hashes. */
  of(people: readonly Person[]): Promise<readonly HashedKey[]>
  hash(key: PersonKey): Promise<string>
  /**
   * The hash of a person's address, followed by the one under which versions before decision 0208 recorded it; empty without an address.
   */
  ofOne(person: Person): Promise<readonly string[]>
}

const isStrong = (key: PersonKey): key is PersonKey & Pick<HashedKey, 'kind'> => strongKinds.some((kind) => kind === key.kind)

/** The setting with the key of these hashes. */
export const erasureKeyName = 'erasure_key'

/** Hashes with a key in the settings, which is created at first use. */
export function personHashes(settings: Settings): PersonHashes {
  const readOnce = installationKey(settings, erasureKeyName)
  const hash = async ({ kind, key }: PersonKey): Promise<string> =>
    createHmac('sha256', await readOnce())
      .update(`${kind}\n${key}`)
      .digest('hex')
  return {
    hash,
    ofOne: (person) => {
      const addresses = personKeys(person).filter(({ kind }) => kind === 'email')
      const asTyped = { kind: 'email', key: person.applicantEmail.trim().toLowerCase() } as const
      const earlier = addresses.filter(({ key }) => key !== asTyped.key).map(() => asTyped)
      return Promise.all([...addresses, ...earlier].map(hash))
    },
    of: async (people) => {
      const keys = people.flatMap((person) => personKeys(person).filter(isStrong))
      const unique = [...new Map(keys.map((key) => [`${key.kind} ${key.key}`, key])).values()]
      return Promise.all(unique.map(async (key) => ({ ...key, hash: await hash(key) })))
    },
  }
}

const byEngine = new WeakMap<Engine, PersonHashes>()

/** The hashes of the persons in a database, whose key is read once. */
export function hashesIn(engine: Engine): PersonHashes {
  const hashes = byEngine.get(engine) ?? personHashes(settings(engine))
  byEngine.set(engine, hashes)
  return hashes
}
