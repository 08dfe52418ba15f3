import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { runProgram } from '../support/program.ts'

const start = (settings: Readonly<Record<string, string>>) =>
  runProgram('main', [], { DATA_DIR: path.join(os.tmpdir(), 'kolam-never-made'), ...settings })

it.each([
  ['PORT', 'http', /^PORT: got "http"; it takes a port number from 0 to 65535\n$/],
  [
    'SMTP_URL',
    'smtp://',
    /^SMTP_URL: got a value that is not shown; it takes an smtp:\/\/ or smtps:\/\/ address; port 465 takes smtps:\/\/\n$/,
  ],
  ['SMTP_URL', 'https://someone:s3cret@mail.example', /^SMTP_URL: got a value that is not shown; it takes [^\n]+\n$/],
  ['SMTP_URL', 'smtp://mail.example:465', /port 465 takes smtps:\/\/\n$/],
  [
    'SHEET_URL',
    'https://docs.google.com/spreadsheets/d/1a2b/edit',
    /^SHEET_URL: got a value that is not shown; [^\n]+ This is the address of the sheet\. Its script has another one, which ends with \/exec/,
  ],
  ['RESEND_API_KEY', 're_1\nre_2', /^RESEND_API_KEY: got a value that is not shown; it takes a key of the provider\n$/],
  ['DATA_DIR', '/dev/null', /^DATA_DIR: got "\/dev\/null", which cannot be used \(EEXIST\); it takes a folder to write to\n$/],
])('%s=%j stops the start with one line', async (name, value, line) => {
  const { code, output, errors } = await start({ [name]: value })
  expect([code, output]).toEqual([1, ''])
  expect(errors).toMatch(line)
})

it('a port in use stops the start with one line', async () => {
  const taken = createServer()
  const dataDir = path.join(os.tmpdir(), `kolam-settings-${process.pid}`)
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = taken.address() as { port: number }
    const { code, errors } = await start({
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
    })
    expect([code, errors]).toEqual([1, `PORT: got ${port}, which another program uses; it takes a port that is free\n`])
  } finally {
    taken.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
