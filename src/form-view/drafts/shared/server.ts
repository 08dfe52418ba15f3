import { sharedDraftPath } from '../../../api/shared-draft.ts'
import { second } from '../../../shared/durations.ts'
import { isObject, parseJson } from '../../../shared/json.ts'
import { fitsKeepalive } from '../../../shared/keepalive.ts'
import { type Keys, seal, unseal } from './seal.ts'
import type { Content, Saved, Server } from './sync.ts'

interface JsonResponse {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/** Makes a call; status 0 means no response. The call continues when the page is left, if its body is small enough. */
async function call(method: string, content: object): Promise<JsonResponse> {
  const body = JSON.stringify(content)
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), 15 * second)
  try {
    const response = await fetch(sharedDraftPath, {
      method,
      headers: { 'content-type': 'application/json' },
      body,
      signal: controller.signal,
      keepalive: document.visibilityState === 'hidden' && fitsKeepalive(body),
    })
    const json = parseJson(await response.text())
    return { status: response.status, body: isObject(json) ? json : {} }
  } catch {
    return { status: 0, body: {} }
  } finally {
    clearTimeout(timer)
  }
}

const isContent = (value: unknown): value is Content => isObject(value) && isObject(value.seen) && isObject(value.answers)

const isSuccess = ({ status, body }: JsonResponse): boolean => status === 200 && body.success === true

function savedOf({ status, body }: JsonResponse, revision: number): Saved {
  if (isSuccess({ status, body })) return { kind: 'saved', revision: revision + 1 }
  if (status === 404) return { kind: 'none' }
  if (status === 409) return { kind: 'stale' }
  if (status === 413) return { kind: 'refused', message: String(body.error ?? 'These answers are too long to be shared.') }
  return { kind: 'unreachable' }
}

/** The server for a shared draft. All that it gets is encrypted. */
export const serverOf = (keys: Keys): Server => ({
  async read(revision) {
    const response = await call('POST', { id: keys.id, revision })
    if (response.status === 404) return { kind: 'none' }
    if (!isSuccess(response)) return { kind: 'unreachable' }
    const { revision: stored, sealed } = response.body
    if (typeof sealed !== 'string') return { kind: 'same' }
    const content = await unseal(keys, sealed).catch(() => undefined)
    return isContent(content) ? { kind: 'draft', revision: Number(stored), content } : { kind: 'unreadable' }
  },
  save: async (revision, content) =>
    savedOf(await call('PUT', { id: keys.id, revision, sealed: await seal(keys, content) }), revision),
})

/** Deletes a shared draft for everyone. Returns whether the server could be reached. */
export const deleteDraft = async ({ id }: Keys): Promise<boolean> => isSuccess(await call('DELETE', { id }))
