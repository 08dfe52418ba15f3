import { expect, it } from 'vitest'
import { rubrics } from '../content/content.ts'
import { readRubric } from './rubric.ts'

it.each(Object.entries(rubrics))('the default rubric of %s is valid at the desk', (_, rubric) => {
  expect(readRubric(rubric)).toEqual({ ok: true, value: rubric })
})
