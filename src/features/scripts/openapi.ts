import { z } from 'zod'
import { statuses } from '../../applications/application.ts'
import { outboxStates, topics } from '../../applications/outbox.ts'
import type { Field, Form, Forms } from '../../forms/form.ts'
import { inOrder } from '../../forms/form.ts'
import { Routes } from '../../server/http/routes.ts'
import { type ErrorCode, errors } from '../../shared/errors.ts'
import { hasPage } from '../../shared/existing-pages.ts'
import { formTypes } from '../../shared/form-types.ts'
import { openapiPath } from './api.ts'

const time = z.iso.datetime().describe('UTC')
const formType = z.enum(formTypes)
const status = z.enum(statuses)
const texts = z.record(z.string(), z.unknown())

const record = z.strictObject({
  id: z.string(),
  form_type: formType,
  applicant_name: z.string(),
  applicant_email: z.string(),
  company_name: z.string(),
  form_data: texts.describe('The answers by the names of their questions'),
  status,
  submitted_at: time,
  reviewed_at: time.nullable(),
  reviewed_by: z.string().nullable(),
  notes: z.string(),
  meeting_scheduled_at: time.nullable(),
  due_at: time.describe('By when an answer is promised'),
  answers_revision: z.int(),
  seen_revision: z.int(),
  read_at: time.nullable(),
  starred: z.boolean(),
  scores: z.record(z.string(), z.number()),
  revision: z.int().describe('Rises with every change: of two records the one with the higher revision is newer'),
  ended: z.strictObject({ state: z.string(), at: time }).optional(),
  request_state: z.enum(['asked', 'answered']).optional(),
  letters_stopped_at: time.optional(),
  hidden: z.literal(true).optional().describe('A blind pass hides who sent it'),
  earlier_form: z.literal(true).optional(),
  language: z.string().optional().describe('The code of the language in which it was sent, if that was not English'),
})

const message = z.strictObject({
  id: z.string(),
  topic: z.enum(topics),
  letter: z.string(),
  title: z.string().optional(),
  subject: z.string().optional(),
  application_id: z.string(),
  reason: z.string().optional(),
  sentence: z.string().optional(),
  request: z.int().optional(),
  state: z.enum(outboxStates),
  attempts: z.int(),
  by_hand: z.literal(true).optional(),
  due_at: time,
  sent_at: time.nullable(),
  last_fault: z.string(),
  to_applicant: z.literal(true).optional(),
})

const success = z.literal(true)

/** What programs read and get, by the names under which it is described. Each refuses a key that it does not name. */
export const schemas = {
  Application: record,
  List: z.strictObject({
    success,
    applications: z.array(record),
    nextCursor: z.string().nullable().describe('For the next page; null on the last one'),
    total: z.int(),
    totalCapped: success.optional().describe('There are more than `total`'),
    unsearched: success.optional(),
  }),
  OneApplication: z.strictObject({
    success,
    application: record,
    messages: z.array(message),
    history: z.array(z.strictObject({ at: time, by: z.string(), event: texts })),
    origin: texts.nullable(),
    notice: z.string(),
    form: texts.optional(),
    changed: z.array(z.unknown()).optional(),
    changes: z.array(z.unknown()).optional(),
    requests: z.array(z.unknown()).optional(),
    same_time: z.array(z.unknown()).optional(),
  }),
  Stats: z.strictObject({
    success,
    stats: z.strictObject({
      total: z.int(),
      ...Object.fromEntries(statuses.map((name) => [name, z.int()])),
      byFormType: z.strictObject(Object.fromEntries(formTypes.map((name) => [name, z.int()]))),
    }),
    due: z.strictObject({ late: z.int(), today: z.int(), answered: z.int() }),
  }),
  Submitted: z.strictObject({ success, applicationId: z.string(), privateLink: z.url() }),
  Failure: z.strictObject({
    success: z.literal(false),
    error: z.string().describe('A sentence for people'),
    code: z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]),
    details: z.record(z.string(), z.string()).optional().describe('By the names of questions'),
    timestamp: time,
  }),
  WebhookCall: z.strictObject({
    type: z.enum(['received', 'decided', 'changed']),
    timestamp: time,
    data: z.strictObject({
      id: z.string(),
      form_type: formType,
      what: z.string(),
      status,
      applicant_name: z.string().optional(),
      applicant_email: z.string().optional(),
      company_name: z.string().optional(),
      form_data: texts.optional(),
    }),
  }),
} as const

type Json = Readonly<Record<string, unknown>>

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })
const body = (name: string): Json => ({ 'application/json': { schema: ref(name) } })

/** An answer to a question, as a program sends it. */
function answerSchema({ kind, label, hint, options, limit }: Field): Json {
  const choices = options?.filter(({ retired }) => retired === undefined).map(({ value }) => value)
  const text = { type: 'string', ...(choices && { enum: choices }), ...(limit !== undefined && { maxLength: limit }) }
  const described = { title: label, ...(hint !== undefined && { description: hint }) }
  if (kind === 'file') return { ...described, type: 'string', format: 'binary' }
  return kind === 'multiselect' ? { ...described, type: 'array', items: text } : { ...described, ...text }
}

function submissionSchema(form: Form): Json {
  const fields = inOrder(form)
  return {
    title: form.title,
    type: 'object',
    properties: {
      formType: { const: form.type },
      ...Object.fromEntries(fields.map(([name, field]) => [name, answerSchema(field)])),
    },
    required: [
      'formType',
      ...fields.filter(([, { required, shown }]) => required === true && shown === undefined).map(([name]) => name),
    ],
  }
}

const filters = [
  { name: 'form_type', schema: { type: 'string', enum: formTypes } },
  { name: 'status', schema: { type: 'string', enum: statuses } },
  { name: 'q', schema: { type: 'string' }, description: 'The words of the desk’s search, such as `score:>=3.5 is:starred`' },
].map((filter) => ({ ...filter, in: 'query' }))

const paging = [
  { name: 'limit', schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 } },
  { name: 'cursor', schema: { type: 'string' }, description: 'The `nextCursor` of the last answer' },
].map((parameter) => ({ ...parameter, in: 'query' }))

const failing = { default: { description: 'A failure', content: body('Failure') } }

const reading = (operationId: string, summary: string, content: Json, parameters: readonly Json[] = []): Json => ({
  get: {
    ...{ operationId, summary, parameters, security: [{ token: [] }] },
    responses: { 200: { description: 'What was asked for', content }, ...failing },
  },
})

/** The description of what programs may call (OpenAPI 3.1). */
export function openapi(forms: Forms, publicUrl: string, siteName: string): Json {
  const all = (Object.values(forms) as readonly Form[]).filter(({ path }) => hasPage(path))
  const hasFile = (form: Form): boolean => inOrder(form).some(([, { kind }]) => kind === 'file')
  const oneOf = (some: readonly Form[]): Json => ({ schema: { oneOf: some.map(({ type }) => ref(type)) } })
  return {
    openapi: '3.1.0',
    info: {
      title: siteName,
      version: '1',
      description: 'Applications: sent by anyone, read with a token of the desk’s page Scripts.',
    },
    servers: [{ url: publicUrl }],
    paths: {
      '/api/submit-application': {
        post: {
          operationId: 'submit',
          security: [],
          summary: 'Sends an application. An Idempotency-Key makes a repeat harmless.',
          parameters: [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }],
          requestBody: {
            required: true,
            content: { 'application/json': oneOf(all.filter((form) => !hasFile(form))), 'multipart/form-data': oneOf(all) },
          },
          responses: { 201: { description: 'It is stored', content: body('Submitted') }, ...failing },
        },
      },
      '/api/applications': reading('list', 'Applications, newest first', body('List'), [...filters, ...paging]),
      '/api/applications/{id}': reading('one', 'One application with its history, letters and requests', body('OneApplication'), [
        { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
      ]),
      '/api/applications/export': reading('export', 'A CSV file', { 'text/csv': { schema: { type: 'string' } } }, filters),
      '/api/stats': reading('stats', 'Numbers by status and form', body('Stats')),
    },
    webhooks: {
      change: {
        post: {
          operationId: 'change',
          security: [],
          summary: 'Called when something happens to an application; signed as Standard Webhooks say',
          requestBody: { required: true, content: body('WebhookCall') },
          responses: { '2XX': { description: 'Taken' }, 410: { description: 'Send no more' } },
        },
      },
    },
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: {
        ...Object.fromEntries(
          Object.entries(schemas).map(([name, schema]) => {
            const { $schema, ...written } = z.toJSONSchema(schema as z.ZodType, { io: 'output' }) as Json
            return [name, written]
          }),
        ),
        ...Object.fromEntries(all.map((form) => [form.type, submissionSchema(form)])),
      },
    },
  }
}

export const openapiRoutes = (describe: () => Json): Routes =>
  new Routes('public').get(openapiPath, (context) => context.json(describe()))
