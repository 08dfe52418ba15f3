import { formPaths } from '../../api/form-paths.ts'
import type { FormTokenResponse } from '../../api/intake-responses.ts'
import { honeypotField, tokenField } from '../../applications/quarantine.ts'

/** Sent with the answers: the signs by which the server tells people from programs, and when the form was begun (decisions 0133, 0164). */
export type Signs = Readonly<Partial<Record<typeof tokenField | typeof honeypotField | 'begun', string | undefined>>>

/** The local storage key of the token that records when a form was begun. It stays as long as the draft. */
const begunKey = 'kolam_begun'

/** The stored token, if there is one. */
export function begunToken(): string | undefined {
  try {
    return localStorage.getItem(begunKey) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores the token; undefined removes it after the form was sent. If that fails, the token expires after a month. */
export function storeBegunToken(token?: string): void {
  try {
    if (token) localStorage.setItem(begunKey, token)
    else localStorage.removeItem(begunKey)
  } catch {}
}

/**
 * Requests the tokens of the form at the visitor's first touch of the page; if that fails, at the next one. A submission without tokens is accepted
 * too, because the server may have been out of reach.
 * @param closes whether the form has deadlines: then the first edit stores the moment at which it was begun
 * @returns a function that reads the signs to send with the answers of a form
 */
export function watchSigns(closes: boolean): (form: HTMLFormElement) => Signs {
  let tokens: FormTokenResponse | undefined
  let request: Promise<void> | undefined
  const touched = async ({ type }: Event): Promise<void> => {
    request ??= fetch(formPaths.formToken)
      .then((response) => (response.ok ? response.json() : Promise.reject()))
      .then((json) => {
        tokens = json
      })
      .catch(() => {
        request = undefined
      })
    await request
    if (closes && type === 'input' && begunToken() === undefined) storeBegunToken(tokens?.begun)
  }
  addEventListener('focusin', touched)
  addEventListener('input', touched)
  return (form) => ({
    [tokenField]: tokens?.token,
    [honeypotField]: (new FormData(form).get(honeypotField) as string) || undefined,
    ...(closes && { begun: begunToken() }),
  })
}
