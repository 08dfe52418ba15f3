import type { Stored } from '../../server/database/stored.ts'
import { carriedOver } from './store.ts'

export const stored: Stored = { carriedOver }
