import { expect, test } from 'vitest'
import { chatLink } from './LastCall.tsx'

test('the link contains the digits of the number and the text line by line', () => {
  const link = chatLink('https://chat.example/send', '+910000000000', ['Hello', '', 'Stage (Idea / Early): '])
  expect(link).toBe('https://chat.example/send/910000000000?text=Hello%0A%0AStage%20(Idea%20%2F%20Early)%3A%20')
  expect(new URL(link).searchParams.get('text')).toBe('Hello\n\nStage (Idea / Early): ')
})
