import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forms, pdf } from '../../../tests/support/answers.ts'
import { checkFiles } from './files.ts'
import { scanByProgram } from './scan.ts'

/** A fake scanner: it finds one virus, and fails at the word BREAK. */
let folder: string
let program: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kolam-scan-'))
  program = join(folder, 'scan')
  const script = '#!/bin/sh\ntext=$(cat)\ncase "$1$text" in *EICAR*) exit 1;; *BREAK*) exit 2;; *) exit 0;; esac\n'
  writeFileSync(program, script)
  chmodSync(program, 0o755)
})
afterAll(() => rmSync(folder, { recursive: true }))

const check = (text: string, command = `${program} -`) => {
  const reasons: unknown[] = []
  const bytes = new Uint8Array(Buffer.concat([pdf, Buffer.from(text)]))
  return checkFiles(
    forms.WorkForStartups,
    new Map([['resume', { name: 'cv.pdf', type: 'application/pdf', bytes }]]),
    scanByProgram(command, (reason) => reasons.push(reason)),
  ).then((checked) => ({ ...checked, reasons }))
}

describe('the configured scanner', () => {
  it('accepts a clean file, which is marked as scanned', async () => {
    const { answers, faults, reasons } = await check('plain')
    expect([answers.resume?.scanned, faults, reasons]).toEqual([true, {}, []])
  })

  it('refuses an infected file with a fault at its field', async () => {
    const { answers, files, faults, status } = await check('EICAR')
    expect([answers, files, status]).toEqual([{}, [], 422])
    expect(faults).toEqual({ resume: 'Resume contains something that a virus scanner refuses' })
  })

  it.each([
    ['fails', 'BREAK', undefined],
    ['is missing', 'plain', '/nowhere/scan'],
  ])('accepts a file without a scan when it %s', async (_, text, command) => {
    const { answers, files, faults, reasons } = await check(text, command)
    expect([answers.resume?.scanned, files.length, faults, reasons.length]).toEqual([undefined, 1, {}, 1])
  })
})
