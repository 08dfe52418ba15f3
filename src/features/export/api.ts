import { paths } from '../../api/paths.ts'
import { get, whileBlind } from '../../api/route.ts'

/** A file of the list. */
export const exportRoutes = whileBlind('own', { export: get(paths.export).answers() })
