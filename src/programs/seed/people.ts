import type { Chance } from './chance.ts'
import type { Texts } from './texts.ts'

/** An invented person. */
export interface Person {
  readonly first: string
  readonly last: string
  readonly name: string
  readonly email: string
  readonly phone: string
}

/** A name as part of an address: only small letters and digits. */
export const slug = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '')

/**
 * Invents a person with an address at `domain` (under `.example`, where no mail can arrive) and a telephone number that nobody has: Indian mobile numbers
 * begin with 6 to 9, these with 5.
 */
export function person({ firstNames, lastNames }: Texts['people'], chance: Chance, domain: string): Person {
  const first = chance.pick(firstNames)
  const last = chance.pick(lastNames)
  const local = chance.pick([slug(first), `${slug(first)}.${slug(last)}`, `${slug(first)}${chance.between(2, 99)}`])
  const digits = `5${chance.between(1000, 9999)} ${chance.between(10000, 99999)}`
  const phone = chance.pick([`+91 ${digits}`, `+91${digits.replace(' ', '')}`, `0${digits}`])
  return { first, last, name: `${first} ${last}`, email: `${local}@${domain}`, phone }
}

/** Invents a person with a private address. */
export const privatePerson = (people: Texts['people'], chance: Chance): Person =>
  person(people, chance, chance.pick(people.privateDomains))
