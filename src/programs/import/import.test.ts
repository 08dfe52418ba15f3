import { expect, it } from 'vitest'
import { promises } from '../../../tests/support/adapters.ts'
import { forms } from '../../../tests/support/answers.ts'
import { openFormVersions } from '../../server/forms/open-versions.ts'
import { importTabs } from './import.ts'

it('imports no more rows at a time than the destination takes', async () => {
  const { all: versions } = await openFormVersions({ all: async () => [], add: async () => {} }, forms, new Date())
  const ids = new Set<string>()
  const numbers: number[] = []
  let current = 0
  const to = {
    byId: async () => undefined,
    async import({ change }: { readonly change: { readonly application: { readonly id: string } } }) {
      current += 1
      numbers.push(current)
      await new Promise(setImmediate)
      current -= 1
      ids.add(change.application.id)
      return 'imported' as const
    },
  }
  const rows = Array.from({ length: 7 }, (_, n) => ['Nila', `nila${n}@example.in`, 'Hello', '2025-11-21 10:00'])
  const imported = await importTabs({
    tabs: [{ name: 'Contact', lines: [['name', 'email', 'message', 'submitted_at'], ...rows], how: '', hiddenRows: [] }],
    forms,
    versions,
    promises,
    form: undefined,
    monthFirst: false,
    mirror: false,
    to,
    batchSize: 3,
    yieldToServer: async () => {},
    onProgress: () => {},
  })
  expect([imported.added, ids.size, numbers]).toEqual([7, 7, [1, 2, 3, 1, 2, 3, 1]])
})
