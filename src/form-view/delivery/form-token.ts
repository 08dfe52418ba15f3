import { formPaths } from '../../api/form-paths.ts'
import type { FormTokenReply } from '../../api/replies.ts'
import { tokenField, trapField } from '../../applications/quarantine.ts'

/** What tells people from programs, and when the form was begun: sent with the answers (decisions 0133, 0153). */
export type Signs = Readonly<Partial<Record<typeof tokenField | typeof trapField | 'begun', string | undefined>>>

/** The local storage's key of the token that says when a form was begun, for as long as its draft. */
const begunKey = 'kolam_begun'

/** The token; undefined where there is none. */
export function begunToken(): string | undefined {
  try {
    return localStorage.getItem(begunKey) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores the token; undefined removes it, because the form was sent. Where that fails, it is too old in a month. */
export function keepBegun(token?: string): void {
  try {
    if (token) localStorage.setItem(begunKey, token)
    else localStorage.removeItem(begunKey)
  } catch {}
}

/**
 * Gets the tokens of the form at the first touch of the page, or at a later one where that fails. Without them, as when the server cannot be reached, a
 * submission is as good.
 * @param closes whether the form has deadlines: then the moment at which it was begun is stored at the first edit
 * @returns a function that reads what is sent with the answers of a form
 */
export function watchSigns(closes: boolean): (form: HTMLFormElement) => Signs {
  let reply: FormTokenReply | undefined
  let request: Promise<void> | undefined
  const touched = async ({ type }: Event): Promise<void> => {
    request ??= fetch(formPaths.formToken)
      .then((response) => (response.ok ? response.json() : Promise.reject()))
      .then((json) => {
        reply = json
      })
      .catch(() => {
        request = undefined
      })
    await request
    if (closes && type === 'input' && begunToken() === undefined) keepBegun(reply?.begun)
  }
  addEventListener('focusin', touched)
  addEventListener('input', touched)
  return (form) => ({
    [tokenField]: reply?.token,
    [trapField]: (new FormData(form).get(trapField) as string) || undefined,
    ...(closes && { begun: begunToken() }),
  })
}
