import { Braces } from 'lucide-react'
import type { DeskFeature } from '../../dashboard/features.ts'

export const feature: DeskFeature = { page: { name: 'Scripts', path: '/app/scripts', icon: Braces } }
