import { createHmac, timingSafeEqual } from 'node:crypto'
import { paths } from '../api/paths.ts'
import type { Application } from '../applications/application.ts'
import { installationKey } from './hashes.ts'
import type { Settings } from './storage/port.ts'

/** A private link depends on these values: correcting the address ends the earlier links. */
export type LinkOwner = Pick<Application, 'id' | 'applicantEmail'>

/** The private links (decision 0140). */
export interface PrivateLinks {
  /** The private link `https://kolam.example/my/<id>.<secret>`. It is always the same for an application and its address. */
  of(application: LinkOwner): Promise<string>
  /** The stop link `https://kolam.example/my/stop/<id>.<secret>`. Only letters contain it, so only the owner of the address has it. */
  stop(application: LinkOwner): Promise<string>
  /** The token in the links of a subscription. Only mail to that address contains it. */
  opening(subscription: LinkOwner): Promise<string>
  /** The last part of the private link, `<id>.<secret>`, for the applicant's cookie. */
  token(application: LinkOwner): Promise<string>
  /**
   * Finds the application of a token; undefined when the token is invalid or has ended. An unknown id takes as long as a wrong secret.
   * @param byId finds an application; undefined if there is none
   */
  open<Owner extends LinkOwner>(
    token: string,
    byId: (id: string) => Promise<Owner | undefined>,
    purpose?: Purpose,
  ): Promise<Owner | undefined>
}

/** The purpose of a token: the applicant's own page, the stop link, or a subscription. A token is valid for one purpose only. */
type Purpose = 'page' | 'stop' | 'opening'

/** A token: an id, which for an imported application may contain dots, and the secret. Other ids cannot be in an address and in a cookie. */
const shape = /^([\w.-]{1,100})\.([\w-]{22})$/

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
      const [, id, secret] = shape.exec(value) ?? []
      if (id === undefined || secret === undefined) return undefined
      const application = await byId(id)
      const expected = (await secretOf(id, application?.applicantEmail ?? '', purpose)).toString('base64url')
      return timingSafeEqual(Buffer.from(secret), Buffer.from(expected)) ? application : undefined
    },
  }
}
