import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { migrations } from './apply.ts'

/** The files of released migrations. A new migration is added here when it is released; no line is ever changed. */
const released: Readonly<Record<string, string>> = {
  '0001-first.ts': 'daeb5c961a360f00',
  '0002-outbox-lanes.ts': 'b12d5f69d1741693',
  '0003-origins.ts': '86184cb1981d9613',
  '0004-settings.ts': '4677bfa63a9c8539',
  '0005-scores.ts': '8de8f72ba66942fe',
  '0006-outbox-outlives.ts': '69808dcea36b2540',
  '0007-copies.ts': '1ebd01abf3707e19',
  '0007-person-keys.ts': '9a17ac8dfe8e8d15',
  '0007-volumes.ts': '9f44173c87447294',
  '0008-bound-codes.ts': 'dcd4e120d4e174f8',
  '0009-deferred-words.ts': '55f85e006937e633',
  '0010-sign-in.ts': 'f8d72c02524f9ba2',
  '0011-withdrawals.ts': '0dd08ef88a868164',
  '0012-answer-versions.ts': '24c22eede21e6abb',
  '0013-quarantine.ts': '88bda2da809ecbad',
  '0014-confirmation-times.ts': 'e4d02bf32bdedcab',
  '0016-due.ts': 'a45dc6a9b9f92b91',
  '0018-form-versions.ts': '154bfb65fb5e7c58',
  '0019-acknowledgements.ts': '7206c7d4994300f5',
  '0020-subscriptions.ts': 'bd25dfbde99ed345',
  '0022-requests.ts': '085c35e9fdaef18e',
  '0023-shared-drafts.ts': '1b1136b99aa7d44d',
  '0024-persons.ts': 'd0d498d7b079befa',
  '0025-word-counts.ts': '9a592cccfa638b70',
  '0032-mail-times.ts': 'bf93f033a118110a',
  '0034-kinds-of-links.ts': '5e99ea7f14d899fa',
  '0036-one-document.ts': '71a2b2c24755693d',
  '0039-mailbox-keys.ts': '577f5c0e3a600790',
  '0046-one-word-index.ts': '8208ab855c19a17a',
  '0047-deletions.ts': 'a2332c859b6f7765',
  '0052-no-acknowledgements.ts': '585fa211aa125a7e',
  '0053-edits.ts': 'c656b0254c78a578',
  '0054-read.ts': 'a410fe8670221f08',
  '0055-starred.ts': '9fa32b1c9eaf1c89',
  '0056-pictures.ts': 'b20819347ebb69de',
  '0058-slots.ts': 'd58a68dadbae67c1',
  '0060-committee.ts': '4982a216cdea1332',
  '0061-script-tokens.ts': 'f76ddc48e45ac100',
  '0062-named-letters.ts': '571521abce74becd',
  '0063-person-facets.ts': 'b9e9cd98a5568e97',
  '0064-fewer-pages.ts': '1ffaf933618a1549',
  '0065-live-texts.ts': 'dcfccf812bf9fe66',
}

const folder = import.meta.dirname
const files = readdirSync(folder).filter((name) => /^\d{4}-.*\.ts$/.test(name) && !name.endsWith('.test.ts'))
const textOf = (name: string): string => readFileSync(path.join(folder, name), 'utf8')

describe('a database that exists is brought up to the same schema in years', () => {
  it.each(Object.entries(released))('%s is as it was released: put it back and write a new migration', (name, checksum) => {
    expect(createHash('sha256').update(textOf(name)).digest('hex').slice(0, 16)).toBe(checksum)
  })

  it('every migration is listed', () => {
    expect(files.toSorted()).toEqual(Object.keys(released).toSorted())
  })

  it('a migration uses nothing that changes with the program', () => {
    const live = files.flatMap((name) =>
      [...textOf(name).matchAll(/^import (type )?.*? from '([^']+)'/gms)]
        .filter(([, type, from = '']) => type === undefined && from !== 'kysely' && !/^\.\/\d{4}-/.test(from))
        .map(([, , from]) => `${name} → ${from}`),
    )
    expect(live).toEqual([])
  })

  it('a new migration has a number of its own', () => {
    const numbers = migrations.map(({ name }) => name.slice(0, 4)).filter((number) => number !== '0007')
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(migrations.map(({ name }) => name).toSorted()).toEqual(
      files
        .map((name) => name.replace(/\.ts$/, ''))
        .filter((name) => name !== '0007-copies')
        .toSorted(),
    )
  })
})
