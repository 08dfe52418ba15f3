import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const src = path.resolve(import.meta.dirname, '../..')

/** What has no look of its own, stands for the whole page, or needs another one around it. */
const without = [
  ...[
    'site/sections/shared/ApplyBar',
    'site/sections/shared/Photograph',
    'site/sections/shared/Switch',
    'site/sections/shared/Unbroken',
  ],
  ...[
    'dashboard/ui/Boundary',
    'dashboard/ui/DeleteQuestion',
    'dashboard/ui/DeskLink',
    'dashboard/ui/KeysHelp',
    'dashboard/ui/Later',
  ],
]

it('has every shared component of the site and the desk', () => {
  const text = readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('Kit.tsx'))
    .map((file) => readFileSync(path.join(import.meta.dirname, file), 'utf8'))
    .join('')
  const shared = ['site/sections/shared', 'dashboard/ui', 'ui'].flatMap((folder) =>
    readdirSync(path.join(src, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.tsx'))
      .map((file) => `${folder}/${file.replace('.tsx', '')}`),
  )
  expect(shared.length).toBeGreaterThan(30)
  expect(shared.filter((name) => !text.includes(`'../../${name}.tsx'`)).toSorted()).toEqual(without.toSorted())
})
