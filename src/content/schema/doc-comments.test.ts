import { expect, test } from 'vitest'

const sources = import.meta.glob<string>(['./*.ts', '!./*.test.ts'], { query: '?raw', import: 'default', eager: true })

test('every key that an editor writes has a doc comment', () => {
  const bare: string[] = []
  let keys = 0
  for (const [file, source] of Object.entries(sources)) {
    // An editor does not write the list of schemas.
    const keysOf = source.split('export const pageSchemas')[0]?.replace(/^import \{[^}]*\}/gm, '')
    const lines = keysOf?.split('\n') ?? []
    for (const [at, line] of lines.entries()) {
      if (!/^\s+[a-z]\w*(: |,$)/i.test(line)) continue
      keys++
      if (!lines[at - 1]?.trim().endsWith('*/')) bare.push(`${file}:${at + 1} ${line.trim()}`)
    }
    expect(source, `${file}: a group of keys on one line has no room for comments`).not.toMatch(/strictObject\(\{ \S/)
  }
  expect(keys).toBeGreaterThan(120)
  expect(bare).toEqual([])
})
