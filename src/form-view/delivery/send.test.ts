import { describe, expect, test } from 'vitest'
import { contact } from '../../forms/definitions/contact.ts'
import { workForStartups } from '../../forms/definitions/work-for-startups.ts'
import { toPayload } from './payload.ts'
import { type SendOptions, send } from './send.ts'

type Answer = Awaited<ReturnType<NonNullable<SendOptions['post']>>>

const accepted: Answer = { status: 201, text: '{"success":true,"applicationId":"an-id"}' }

/** Gives the answers in turn and repeats the last one. It records what was sent, and the pauses between. */
function server(...answers: readonly Answer[]) {
  const posts: { body: unknown; headers: Record<string, string>; timeoutMs: number }[] = []
  const pauses: number[] = []
  const parts: SendOptions = {
    post: async (body, headers, timeoutMs) => {
      posts.push({ body, headers: { ...headers }, timeoutMs })
      return answers[Math.min(posts.length, answers.length) - 1] ?? accepted
    },
    pause: async (ms) => void pauses.push(ms),
  }
  return { posts, pauses, parts }
}

const payload = toPayload(contact, 'a-key', { name: 'Asha', email: 'asha@example.in', message: 'நன்றி' })

describe('send', () => {
  test('posts JSON with every field and the idempotency key', async () => {
    const { posts, parts } = server(accepted)
    expect(await send(payload, parts)).toEqual({ kind: 'accepted', applicationId: 'an-id' })
    expect(posts).toEqual([
      {
        body: '{"formType":"Contact","name":"Asha","email":"asha@example.in","phone":"","subject":"","message":"நன்றி"}',
        headers: { accept: 'application/json', 'content-type': 'application/json', 'idempotency-key': 'a-key' },
        timeoutMs: 15_000,
      },
    ])
  })

  test('posts a form with its file, and gives it more time', async () => {
    const { posts, parts } = server(accepted)
    const resume = new File(['%PDF'], 'cv.pdf', { type: 'application/pdf' })
    await send(toPayload(workForStartups, 'a-key', { firstName: 'Asha', resume }), parts)
    const body = posts[0]?.body as FormData
    expect([body.get('formType'), body.get('firstName'), body.get('lastName'), (body.get('resume') as File).name]).toEqual([
      'WorkForStartups',
      'Asha',
      '',
      'cv.pdf',
    ])
    expect(posts[0]?.headers).toEqual({ accept: 'application/json', 'idempotency-key': 'a-key' })
    expect(posts[0]?.timeoutMs).toBe(120_000)
  })

  test.each([
    ['no network', { status: 0, text: '', why: 'network' }, { why: 'network', waitS: 0 }],
    ['no answer in time', { status: 0, text: '', why: 'timeout' }, { why: 'timeout', waitS: 0 }],
    ['a server in trouble', { status: 500, text: '<h1>' }, { why: 'status 500', waitS: 0 }],
    ['too many at once', { status: 429, text: '{"success":false}', waitS: 42 }, { why: 'status 429', waitS: 42 }],
    ['no time to wait', { status: 429, text: '', waitS: Number.NaN }, { why: 'status 429', waitS: 0 }],
    ['an answer cut off in the middle', { status: 201, text: '{"success":true,"applica' }, { why: 'status 201', waitS: 0 }],
  ])('%s: three attempts, a second apart, with the same key', async (_, answer, outcome) => {
    const { posts, pauses, parts } = server(answer)
    expect(await send(payload, parts)).toStrictEqual({ kind: 'undelivered', ...outcome })
    expect(posts.map(({ headers }) => headers['idempotency-key'])).toEqual(['a-key', 'a-key', 'a-key'])
    expect(pauses).toEqual([1000, 1000])
  })

  test('stops after a second attempt that is accepted', async () => {
    const { posts, parts } = server({ status: 503, text: '' }, accepted)
    expect(await send(payload, parts)).toEqual({ kind: 'accepted', applicationId: 'an-id' })
    expect(posts).toHaveLength(2)
  })

  test.each([400, 409, 413, 415, 422])('%i refuses the content: it is not sent again', async (status) => {
    const text = '{"success":false,"error":"No","code":"FORM_VALIDATION_FAILED","details":{"email":"Wrong"}}'
    const { posts, parts } = server({ status, text })
    expect(await send(payload, parts)).toEqual({
      kind: 'refused',
      status,
      code: 'FORM_VALIDATION_FAILED',
      message: 'No',
      faults: { email: 'Wrong' },
    })
    expect(posts).toHaveLength(1)
  })
})
