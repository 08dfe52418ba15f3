import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answers, submission } from '../../../tests/support/answers.ts'
import { type App, openApp } from '../../../tests/support/app.ts'
import { setMissingPages } from '../../shared/existing-pages.ts'
import type { FormType } from '../../shared/form-types.ts'
import { openapiPath } from './api.ts'
import { schemas } from './openapi.ts'

let app: App
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.remove())

const json = async (path: string) => (await app.request(path)).json()

it('is valid, and describes each form as it is', async () => {
  const described = await json(openapiPath)
  expect(await new Validator().validate(structuredClone(described))).toMatchObject({ valid: true })
  expect(Object.keys(described.paths)).toEqual([
    '/api/submit-application',
    '/api/applications',
    '/api/applications/{id}',
    '/api/applications/export',
    '/api/stats',
  ])
  const { Accelerator, EarlyCustomer, WorkForStartups } = described.components.schemas
  expect(Accelerator.required).toEqual(expect.arrayContaining(['formType', 'founderName', 'email']))
  expect(Accelerator.properties.email).toMatchObject({ type: 'string', title: 'Email' })
  // A question that is asked under a condition is not required, and a file goes as a part of its own.
  expect(EarlyCustomer.required).not.toContain('companyName')
  expect(Object.values(WorkForStartups.properties)).toContainEqual(expect.objectContaining({ format: 'binary' }))
})

it('leaves out the forms of pages that the site does not have', async () => {
  setMissingPages(['fund-raise'])
  try {
    const described = await json(openapiPath)
    expect(await new Validator().validate(structuredClone(described))).toMatchObject({ valid: true })
    expect(JSON.stringify(described)).not.toContain('#/components/schemas/FundRaise')
    expect(described.components.schemas).not.toHaveProperty('FundRaise')
    expect(described.components.schemas).toHaveProperty('Accelerator')
  } finally {
    setMissingPages([])
  }
})

it('names every key of the real answers', async () => {
  const sent = await app.request('/api/submit-application', submission('Accelerator', answers('Accelerator')))
  const submitted = schemas.Submitted.parse(await sent.json())
  for (const type of ['Contact', 'EarlyCustomer'] as readonly FormType[]) await app.apply(type)
  const refused = await app.request('/api/submit-application', submission('Accelerator', { formType: 'Accelerator' }))
  expect(schemas.Failure.parse(await refused.json()).code).toBe('FORM_VALIDATION_FAILED')
  const of = `/api/applications/${submitted.applicationId}`
  for (const body of [{ starred: true }, { notes: 'Call the mill' }, { status: 'pitch' }])
    expect((await app.call(of, 'PATCH', body)).body.success).toBe(true)
  const read = async (path: string) => (await app.call(path)).body
  expect(schemas.List.parse(await read('/api/applications')).total).toBe(3)
  expect(schemas.OneApplication.parse(await read(of)).application.status).toBe('pitch')
  expect(schemas.Stats.parse(await read('/api/stats')).stats.total).toBe(3)
})
