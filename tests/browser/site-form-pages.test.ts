import { siteRoutes, withForm } from './site-route.ts'

siteRoutes(withForm)
