import { applicantPaths } from '../../api/applicant-paths.ts'
import { tokenField, trapField } from '../../applications/quarantine.ts'
import { isObject } from '../../shared/json.ts'

/** What tells people from programs, beside a submission's answers (decision 0133). */
export type HumanSigns = Readonly<Partial<Record<typeof tokenField | typeof trapField, string>>>

/**
 * Asks for a form token at the first touch of a form. Without one, as when the server cannot be reached, a submission is as good.
 * @returns a function that reads the token and the trap field
 */
export function watchSigns(element: HTMLFormElement): () => HumanSigns {
  let token: string | undefined
  const request = async (): Promise<void> => {
    const reply: unknown = await (await fetch(applicantPaths.formToken, { credentials: 'omit' })).json()
    if (isObject(reply) && typeof reply.token === 'string') token = reply.token
  }
  element.addEventListener('focusin', () => void request().catch(() => undefined), { once: true })
  return () => {
    const trap = element.elements.namedItem(trapField)
    return {
      ...(token !== undefined && { [tokenField]: token }),
      ...(trap instanceof HTMLInputElement && trap.value !== '' && { [trapField]: trap.value }),
    }
  }
}
