import { expect, test } from 'vitest'
import { accelerator } from '../definitions/accelerator.ts'
import { contact } from '../definitions/contact.ts'
import { gist } from './as-text.ts'

const founders = accelerator({ cohorts: [] })

test.each([
  ['We trace tamarind. From tree to tin.', 'We trace tamarind.'],
  ['We sell at 2.5 times cost! And grow.', 'We sell at 2.5 times cost!'],
  ['\n First line\nsecond line', 'First line'],
  ['நாங்கள் விற்கிறோம். நன்றி', 'நாங்கள் விற்கிறோம்.'],
  ['No end', 'No end'],
])('the gist of %j is its first sentence or line', (message, sentence) => {
  expect(gist(contact, { message })).toBe(sentence)
})

test('the gist comes from the first long answer that is not blank', () => {
  expect(
    gist(founders, { founderName: 'Asha', businessDescription: ' ', problemSolution: 'Looms stand still. We fix it.' }),
  ).toBe('Looms stand still.')
  expect(gist(founders, { founderName: 'Asha' })).toBe('')
})
