import { fillPath } from '../../api/route.ts'
import type { PrivateLinks } from '../../server/links/port.ts'
import { openingPaths as paths } from './api.ts'
import type { Subscription } from './store.ts'

/** The links in mail about a subscription. Only mail to its address contains them. */
export interface OpeningLinks {
  /** The page of a subscription, and the address that ends it with one POST. */
  of(subscription: Subscription): Promise<{ readonly link: string; readonly off: string }>
  /** The subscription of a link; undefined when the link is invalid or has ended. */
  open(token: string): Promise<Subscription | undefined>
}

const ownerOf = ({ id, email }: Subscription) => ({ id, applicantEmail: email })

/** @param publicUrl PUBLIC_URL */
export const openingLinks = (
  links: PrivateLinks,
  publicUrl: string,
  byId: (id: string) => Promise<Subscription | undefined>,
): OpeningLinks => ({
  async of(subscription) {
    const token = await links.tokenFor(ownerOf(subscription), 'opening')
    return { link: publicUrl + fillPath(paths.openingLink, { token }), off: publicUrl + fillPath(paths.openingOff, { token }) }
  },
  open(token) {
    const owned = async (id: string) => {
      const subscription = await byId(id)
      return subscription && { ...subscription, ...ownerOf(subscription) }
    }
    return links.find(token, owned, 'opening')
  },
})
