import { second } from '../../../shared/dates.ts'
import { type Finding, ok, warning } from './finding.ts'

/** Whether PUBLIC_URL is an address for visitors, and Kolam answers there. */
export async function checkAddress(publicUrl: string): Promise<Finding> {
  const name = 'PUBLIC_URL'
  const { hostname, protocol } = new URL(publicUrl)
  const local = /^(localhost|127\..*|\[::1\])$/.test(hostname)
  const answer = await fetch(`${publicUrl}/healthz`, { signal: AbortSignal.timeout(5 * second) }).then(
    async (response) =>
      (await response.text()).includes('"success":true') ? undefined : `something else answers (${response.status})`,
    (error: Error) =>
      `nothing answers (${error.cause instanceof Error ? (error.cause as NodeJS.ErrnoException).code : error.name})`,
  )
  if (answer !== undefined)
    return warning(name, `At ${publicUrl} ${answer}. See whether the server runs, and where the name leads.`)
  if (local) return warning(name, `${publicUrl} answers, on this machine alone. Set it to what visitors type.`)
  if (protocol === 'http:')
    return warning(name, `${publicUrl} answers, but is not https: what visitors send can be read on the way.`)
  return ok(name, `${publicUrl} answers.`)
}
