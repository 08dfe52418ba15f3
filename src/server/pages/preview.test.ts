import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { second } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { openRenderers } from './preview.ts'

// A renderer whose only page says how many renders it has made, and of which name. It leaves a file under its id.
const program = `import { writeFileSync } from 'node:fs'
import path from 'node:path'
writeFileSync(path.join(import.meta.dirname, 'pid' + process.pid), '')
let renders = 0
process.on('message', ({ id, files }) => {
  if (files?.name === 'none') process.send({ id, fault: 'it has faults' })
  else if (id !== undefined) process.send({ id, pages: { 'index.html': files.name + ++renders }, pictures: {} })
})
process.on('disconnect', () => process.exit())`

const at = new Date('2026-03-04T10:00:00Z')
const moment = at.getTime() - second
const page = async (rendered: Promise<{ readonly pages: Readonly<Record<string, string>> }>) =>
  (await rendered).pages['index.html']

const openIn = (folder: string) => {
  const entry = path.join(folder, 'entry.mjs')
  writeFileSync(entry, program)
  return openRenderers(entry)
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it('draws previews in turn with at most two processes, and refuses what is too much', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kolam-renderer-'))
  const { preview, renderAll } = openIn(folder)
  let most = 0
  const count = (): void => {
    const alive = readdirSync(folder).filter((name) => name.startsWith('pid') && isAlive(Number(name.slice(3))))
    most = Math.max(most, alive.length)
  }
  const outcomes: string[] = []
  const view = (name: string) =>
    preview({ name }, '/', at).then(
      (html) => {
        count()
        outcomes.push(html ?? '')
      },
      (error) => {
        count()
        outcomes.push(error instanceof AppError ? `${error.code}` : String(error))
      },
    )
  // A hundred views of twelve drafts; in between a publish, which does not wait for them.
  const views = Array.from({ length: 100 }, (_, n) => view(`draft ${n % 12} `))
  const published = renderAll({ name: 'published ' }, at, moment).then(() => outcomes.push('published'))
  await Promise.all([...views, published])
  const drawn = outcomes.filter((outcome) => outcome.startsWith('draft'))
  expect([drawn.length, new Set(drawn).size, most > 0 && most <= 2]).toEqual([84, 10, true])
  expect(outcomes.filter((outcome) => outcome === 'DATABASE_CONNECTION_FAILED').length).toBe(16)
  expect(outcomes.filter((outcome) => !outcome.startsWith('DATA')).indexOf('published')).toBeLessThan(10)
  await expect(preview({ name: 'none' }, '/', at)).rejects.toThrow('it has faults')
  await view('again ')
  expect(outcomes.at(-1)).toBe('again 1')
})

it('uses pages that were rendered ahead once, for the same files and the same moment', async () => {
  const { render, renderAhead, renderAll } = openIn(mkdtempSync(path.join(tmpdir(), 'kolam-renderer-')))
  const draft = { name: 'draft', other: 'x' }

  renderAhead(draft, at)
  renderAhead(draft, at)
  expect(await page(renderAll({ other: 'x', name: 'draft' }, at, moment))).toBe('draft1')
  expect(await page(renderAll(draft, at, moment))).toBe('draft2')

  renderAhead(draft, at)
  expect(await page(renderAll({ ...draft, other: 'y' }, at, moment))).toBe('draft1')

  renderAhead(draft, at)
  const later = new Date(at.getTime() + 2 * second)
  expect(await page(render(draft, { at }))).toBe('draft2')
  expect(await page(renderAll(draft, later, at.getTime() + second))).toBe('draft3')
  // Without its turn before the publish, it is not rendered.
  renderAhead(draft, at)
  renderAhead({ ...draft, other: 'z' }, at)
  expect(await page(renderAll(draft, at, moment))).toBe('draft4')

  renderAhead({ name: 'none' }, at)
  await expect(renderAll({ name: 'none' }, at, moment)).rejects.toThrow('it has faults')
})
