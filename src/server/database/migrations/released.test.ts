import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { migrations } from './apply.ts'

/** The files of released migrations. A new migration is added here when it is released; no line is ever changed. */
const released: Readonly<Record<string, string>> = {
  '0200-baseline.ts': '14449d6cd2b7938c',
  '0201-committee.ts': 'f7da9488c9d4cf59',
  '0202-scripts.ts': '9e23b76b24223582',
  '0203-openings.ts': 'e101d7731dee1d12',
  '0204-proven.ts': '847e9be73a82344e',
  '0206-offers.ts': '4c863270497c0004',
  '0207-bounces.ts': '0a2eafe1d6e182e8',
  '0214-language.ts': '18639dec5b3c6285',
  '0210-helpers.ts': 'ab66af99a8b18146',
  '0211-committee-links.ts': 'a240f6885562154e',
  '0212-visits.ts': '76d8eb76fba1cbfe',
  '0213-busy.ts': 'db07d8a8da207a27',
  '0223-cards.ts': '8276f96f85805314',
  '0222-committee-readers.ts': 'af9a1a53d345babc',
  '0224-locked.ts': 'd3e5a5edcc71194d',
}

const src = path.resolve(import.meta.dirname, '../../..')
/** The files by name; those of features are in their folders. */
const found = new Map(
  globSync(['server/database/migrations/0*.ts', 'features/*/migrations/0*.ts'], { cwd: src }).map(
    (file) => [path.basename(file), file] as const,
  ),
)
const textOf = (name: string): string => readFileSync(path.join(src, found.get(name) ?? name), 'utf8')

describe('a database that exists is brought up to the same schema in years', () => {
  it.each(Object.entries(released))('%s is as it was released: put it back and write a new migration', (name, checksum) => {
    expect(createHash('sha256').update(textOf(name)).digest('hex').slice(0, 16)).toBe(checksum)
  })

  it('every migration is listed', () => {
    expect([...found.keys()].toSorted()).toEqual(Object.keys(released).toSorted())
  })

  it('a migration uses nothing that changes with the program', () => {
    const live = [...found.keys()].flatMap((name) =>
      [...textOf(name).matchAll(/^import (type )?.*? from '([^']+)'/gms)]
        .filter(([, type, from = '']) => type === undefined && from !== 'kysely')
        .map(([, , from]) => `${name} → ${from}`),
    )
    expect(live).toEqual([])
  })

  it('a migration has a number of its own', () => {
    expect(new Set(migrations.map(({ name }) => name.slice(0, 4))).size).toBe(found.size)
    expect(migrations.map(({ name }) => `${name}.ts`).toSorted()).toEqual([...found.keys()].toSorted())
  })
})
