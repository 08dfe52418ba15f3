import { expect, it } from 'vitest'
import { openLog } from './log.ts'

it('masks mail addresses in an error and its causes, and changes nothing else', () => {
  const lines: string[] = []
  const log = openLog('info', { write: (line) => void lines.push(line) })
  const cause = Object.assign(new Error('550 5.1.1 <priya.r@tamarind.example>: no such user'), {
    response: 'RCPT TO:<priya.r@tamarind.example>',
  })
  log.error({ err: new Error('It was refused', { cause }), code: 'EMAIL_SEND_FAILED' }, 'request failed')
  expect(lines.join('')).not.toContain('tamarind')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    code: 'EMAIL_SEND_FAILED',
    msg: 'request failed',
    err: { type: 'Error', message: 'It was refused: 550 5.1.1 <[address]>: no such user' },
  })
})
