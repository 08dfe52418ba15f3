import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'

const none = ["'none'"]

/**
 * Headers that every response carries. A page keeps its own content policy; for everything else nothing may run and nothing may be loaded.
 * @param secure whether the public address is https
 */
export const securityHeaders = (secure: boolean): MiddlewareHandler =>
  secureHeaders({
    overwrite: false,
    contentSecurityPolicy: { defaultSrc: none, frameAncestors: none, baseUri: none, formAction: none },
    xFrameOptions: 'DENY',
    referrerPolicy: 'strict-origin-when-cross-origin',
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [], usb: [] },
    strictTransportSecurity: secure && 'max-age=63072000; includeSubDomains',
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
