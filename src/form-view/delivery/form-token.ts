import { formPaths } from '../../api/form-paths.ts'
import { tokenField, trapField } from '../../applications/quarantine.ts'

/** What tells people from programs, beside a submission's answers (decision 0133). */
export type HumanSigns = Readonly<Partial<Record<typeof tokenField | typeof trapField, string | undefined>>>

/**
 * Asks for a form token at the first touch of the page. Without one, as when the server cannot be reached, a submission is as good.
 * @returns a function that reads the token and the trap field of a form
 */
export function watchSigns(): (form: HTMLFormElement) => HumanSigns {
  let token: string | undefined
  const request = () =>
    fetch(formPaths.formToken)
      .then((reply) => reply.json())
      .then((reply) => (token = reply.token))
      .catch(() => 0)
  addEventListener('focusin', request, { once: true })
  return (form) => ({ [tokenField]: token, [trapField]: (new FormData(form).get(trapField) as string) || undefined })
}
