import type { SessionResponse } from '../../api/responses.ts'
import type { ApiRoute } from '../../api/route.ts'

/** Whose link opened this desk; undefined for the admin. */
let helper: SessionResponse['helper']

export const setHelper = (of: SessionResponse['helper']): void => {
  helper = of
}

/** Whether the admin is signed in, and no helper. */
export const isAdmin = (): boolean => helper === undefined

/** Whether who is signed in may call a route. The server refuses it anyway; here it decides what is shown. */
export const may = ({ rights = [] }: Pick<ApiRoute, 'rights'>): boolean => helper === undefined || rights.includes(helper.right)
