import { expect, it } from 'vitest'
import { backupMarks } from './state.ts'

it('a last backup that is old, or of a clock that was ahead, is a warning', () => {
  const markOf = (at: string) => backupMarks({ backup: { at, file: '' } }, new Date('2026-11-29T12:00:00Z')).backup
  expect(['2026-11-28T10:00:00Z', '2026-11-28T09:59:59Z', '2026-11-29T13:00:00Z', '2027-11-29T12:00:00Z'].map(markOf)).toEqual([
    ...['ok', 'warning', 'ok', 'warning'],
  ])
})
