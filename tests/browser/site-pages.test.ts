import { siteRoutes, withoutForm } from './site-route.ts'

siteRoutes(withoutForm)
