import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { addressFault, guardedLookup } from '../../server/http/public-address.ts'
import { second } from '../../shared/dates.ts'

/** What a call came to: `fault` is empty when it was accepted, and otherwise says why not. `isGone`: the receiver wants no more calls. */
export interface Posted {
  readonly fault: string
  readonly isGone?: true
}

function postedOf(status: number): Posted {
  if (status >= 200 && status < 300) return { fault: '' }
  if (status >= 300 && status < 400)
    return { fault: `It answered ${status}. Redirects are not followed: enter the final address.` }
  return { fault: `It answered ${status}`, ...(status === 410 && { isGone: true }) }
}

/** Posts JSON to an address. It has 10 seconds, follows no redirect, reads no answer but the status, and uses a connection of its own. */
export function postJson(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  isTrial: boolean,
): Promise<Posted> {
  const fault = addressFault(url, isTrial)
  if (fault !== undefined) return Promise.resolve({ fault })
  const request = new URL(url).protocol === 'https:' ? requestHttps : requestHttp
  const limit = AbortSignal.timeout(10 * second)
  return new Promise((resolve) => {
    const call = request(
      url,
      {
        ...{ method: 'POST', agent: false, lookup: guardedLookup(isTrial), signal: limit },
        headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      },
      (response) => {
        response.destroy()
        resolve(postedOf(response.statusCode ?? 0))
      },
    )
    call.on('error', (error: NodeJS.ErrnoException) => {
      // Several refused connections are one error without a message.
      const words = (error.message || error.code || 'No connection').slice(0, 200)
      resolve({ fault: limit.aborted ? 'It did not answer within 10 seconds' : words })
    })
    call.end(body)
  })
}
