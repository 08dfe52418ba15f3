import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { contact } from '../../forms/definitions/contact.ts'
import { workForStartups } from '../../forms/definitions/work-for-startups.ts'
import { toPayload } from './payload.ts'
import { postByFetch, type SendOptions, send } from './send.ts'

type Answer = Awaited<ReturnType<NonNullable<SendOptions['post']>>>

const accepted: Answer = { status: 201, text: '{"success":true,"applicationId":"an-id"}' }

/** Gives the answers in turn and repeats the last one. It records what was sent, and the pauses between. */
function server(...answers: readonly Answer[]) {
  const posts: { body: unknown; headers: Record<string, string>; limits: object }[] = []
  const pauses: number[] = []
  const parts: SendOptions = {
    post: async (body, headers, limits) => {
      posts.push({ body, headers: { ...headers }, limits })
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
        limits: { idleMs: 15_000, totalMs: 15_000 },
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
    expect(posts[0]?.limits).toMatchObject({ idleMs: 120_000 })
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

/** The request that the form sends: the test reports progress and a response. */
class FakeRequest {
  static readonly sent: FakeRequest[] = []
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  status = 0
  responseText = ''
  isAborted = false
  onload?: () => void
  onerror?: () => void
  open(): void {}
  setRequestHeader(): void {}
  getResponseHeader = (): null => null
  abort(): void {
    this.isAborted = true
  }
  send(): void {
    FakeRequest.sent.push(this)
  }
  progress(loaded: number): void {
    this.upload.onprogress?.({ loaded, total: 100 })
  }
  respond(): void {
    this.status = accepted.status
    this.responseText = accepted.text
    this.onload?.()
  }
}

const megabyte = 1024 * 1024
const upload = toPayload(workForStartups, 'a-key', { resume: new File([new Uint8Array(5 * megabyte)], 'cv.pdf') })

describe('the time limits of one attempt', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('XMLHttpRequest', FakeRequest)
    FakeRequest.sent.length = 0
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  /** Sends once. The outcome is recorded, so that a test sees when it comes. */
  function sendOnce(what = upload, options: SendOptions = {}) {
    const outcome = vi.fn()
    void send(what, { attempts: 1, ...options }).then(outcome)
    const [request] = FakeRequest.sent
    return { outcome, request }
  }
  const undelivered = (why: string) => [[{ kind: 'undelivered', why, waitS: 0 }]]

  test('an upload that makes progress is not given up, however long it takes', async () => {
    const onProgress = vi.fn()
    const { request, outcome } = sendOnce(upload, { onProgress })
    for (let percent = 5; percent <= 100; percent += 5) {
      await vi.advanceTimersByTimeAsync(119_999)
      request?.progress(percent)
    }
    await vi.advanceTimersByTimeAsync(119_999)
    expect([outcome.mock.calls, request?.isAborted]).toEqual([[], false])
    request?.respond()
    await vi.advanceTimersByTimeAsync(0)
    expect(outcome.mock.calls).toEqual([[{ kind: 'accepted', applicationId: 'an-id' }]])
    expect(onProgress.mock.calls).toEqual(Array.from({ length: 20 }, (_, n) => [(5 * n + 5) / 100]))
    expect(vi.getTimerCount()).toBe(0)
  })

  test.each([
    ['before its first byte', []],
    ['in the middle', [40]],
    ['after the last byte', [40, 100]],
  ])('an upload is given up after 120 s without progress: %s', async (_, parts) => {
    const { request, outcome } = sendOnce()
    for (const part of parts) {
      await vi.advanceTimersByTimeAsync(100_000)
      request?.progress(part)
    }
    await vi.advanceTimersByTimeAsync(119_999)
    expect([outcome.mock.calls, request?.isAborted]).toEqual([[], false])
    await vi.advanceTimersByTimeAsync(1)
    expect([outcome.mock.calls, request?.isAborted]).toEqual([undelivered('timeout'), true])
  })

  test('answers without a file are given up after 15 s, with progress or without', async () => {
    const { request, outcome } = sendOnce(payload)
    await vi.advanceTimersByTimeAsync(14_999)
    request?.progress(100)
    expect(outcome).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(outcome.mock.calls).toEqual(undelivered('timeout'))
  })

  test.each([
    // A minute, 640 s at 64 kbit/s, and two minutes for the response.
    ['an upload of 5 MB after 820 s', upload, 820_000],
    ['answers without a file after 15 s', payload, 15_000],
  ])('the service worker, which sees no progress, gives up %s', async (_, what, ms) => {
    const fetched = vi.fn(
      (_: string, { signal }: RequestInit) =>
        new Promise((_, reject) =>
          (signal as AbortSignal).addEventListener('abort', () => reject((signal as AbortSignal).reason)),
        ),
    )
    vi.stubGlobal('fetch', fetched)
    const { outcome } = sendOnce(what, { post: postByFetch })
    await vi.advanceTimersByTimeAsync(ms - 1)
    expect(outcome).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(outcome.mock.calls).toEqual(undelivered('AbortError'))
  })
})
