import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { second } from '../../shared/dates.ts'
import { openRenderers } from './preview.ts'

// A renderer whose only page says how many renders it has made, and of which name.
const program = `let renders = 0
process.on('message', ({ id, files }) => {
  if (files?.name === 'none') process.send({ id, fault: 'it has faults' })
  else if (id !== undefined) process.send({ id, pages: { 'index.html': files.name + ++renders }, pictures: {} })
})
process.on('disconnect', () => process.exit())`

const at = new Date('2026-03-04T10:00:00Z')
const moment = at.getTime() - second
const page = async (rendered: Promise<{ readonly pages: Readonly<Record<string, string>> }>) =>
  (await rendered).pages['index.html']

it('uses pages that were rendered ahead once, for the same files and the same moment', async () => {
  const entry = path.join(mkdtempSync(path.join(tmpdir(), 'kolam-renderer-')), 'entry.mjs')
  writeFileSync(entry, program)
  const { renderAhead, renderAll } = openRenderers(entry)
  const draft = { name: 'draft', other: 'x' }

  renderAhead(draft, at)
  renderAhead(draft, at)
  expect(await page(renderAll({ other: 'x', name: 'draft' }, at, moment))).toBe('draft1')
  expect(await page(renderAll(draft, at, moment))).toBe('draft2')

  renderAhead(draft, at)
  expect(await page(renderAll({ ...draft, other: 'y' }, at, moment))).toBe('draft1')

  renderAhead(draft, at)
  const later = new Date(at.getTime() + 2 * second)
  expect(await page(renderAll(draft, later, at.getTime() + second))).toBe('draft2')

  renderAhead({ name: 'none' }, at)
  await expect(renderAll({ name: 'none' }, at, moment)).rejects.toThrow('it has faults')
})
