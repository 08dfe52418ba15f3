import { createHmac, timingSafeEqual } from 'node:crypto'
import { paths } from '../api/paths.ts'
import type { Application } from '../applications/application.ts'
import { isId } from '../shared/ids.ts'
import { installationKey } from './hashes.ts'
import type { Settings } from './storage/port.ts'

/** What a private link depends on: a corrected address ends the links of before. */
export type LinkOwner = Pick<Application, 'id' | 'applicantEmail'>

/** The links that open an application's own page (decision 0140). */
export interface PrivateLinks {
  /** The link as an address: `https://kolam.example/my/<id>.<secret>`. Always the same one for an application and its address. */
  of(application: LinkOwner): Promise<string>
  /** The link that stops the letters, `https://kolam.example/my/stop/<id>.<secret>`: only letters have it, so that only the owner of the address does. */
  stop(application: LinkOwner): Promise<string>
  /** The token in the links of an address that waits for a cohort: only letters to that address have it. */
  opening(subscription: LinkOwner): Promise<string>
  /** The last part of the link, `<id>.<secret>`: what the applicant's cookie holds. */
  token(application: LinkOwner): Promise<string>
  /**
   * The application that a token opens; undefined for an unknown, an altered and an ended one. An unknown id takes as long as a wrong secret.
   * @param byId finds an application; undefined if there is none
   */
  open<Owner extends LinkOwner>(
    token: string,
    byId: (id: string) => Promise<Owner | undefined>,
    purpose?: Purpose,
  ): Promise<Owner | undefined>
}

/** What a token is for: the applicant's own page, stopping the letters, or an address that waits for a cohort. A token for one is none for the others. */
type Purpose = 'page' | 'stop' | 'opening'

const settingName = 'private_links'
const secretBytes = 16

/** @param publicUrl PUBLIC_URL */
export function privateLinks(settings: Settings, publicUrl: string): PrivateLinks {
  const readOnce = installationKey(settings, settingName)
  const secretOf = async (id: string, email: string, purpose: Purpose): Promise<Buffer> =>
    createHmac('sha256', await readOnce())
      .update(`${id}\n${email.trim().toLowerCase()}${purpose === 'page' ? '' : `\n${purpose}`}`)
      .digest()
      .subarray(0, secretBytes)
  const tokenFor = async ({ id, applicantEmail }: LinkOwner, purpose: Purpose): Promise<string> =>
    `${id}.${(await secretOf(id, applicantEmail, purpose)).toString('base64url')}`

  return {
    token: (application) => tokenFor(application, 'page'),
    of: async (application) => publicUrl + paths.privateLink(await tokenFor(application, 'page')),
    stop: async (application) => publicUrl + paths.stopLink(await tokenFor(application, 'stop')),
    opening: (subscription) => tokenFor(subscription, 'opening'),
    open: async (value, byId, purpose = 'page') => {
      const [id = '', secret = '', ...extra] = value.split('.')
      if (!isId(id) || extra.length > 0 || !/^[\w-]{22}$/.test(secret)) return undefined
      const application = await byId(id)
      const expected = (await secretOf(id, application?.applicantEmail ?? '', purpose)).toString('base64url')
      return timingSafeEqual(Buffer.from(secret), Buffer.from(expected)) ? application : undefined
    },
  }
}
