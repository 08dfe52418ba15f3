import { expect, test } from 'vitest'
import { outdatedScores } from './scores.ts'

const history = (...events: readonly Readonly<Record<string, unknown>>[]) => events.map((event) => ({ at: '', by: '', event }))
const scored = (criterion: string) => ({ what: 'scored', criterion })
const changed = { what: 'answers_changed', fields: ['competition'] }

test('scores that are older than the last change of answers are outdated', () => {
  expect([...outdatedScores(history(scored('team')))]).toEqual([])
  expect([...outdatedScores(history(scored('team'), scored('market'), changed))]).toEqual(['team', 'market'])
  expect([...outdatedScores(history(scored('team'), changed, scored('market'), scored('team')))]).toEqual([])
  expect([...outdatedScores(history(changed, scored('team'), changed))]).toEqual(['team'])
})
