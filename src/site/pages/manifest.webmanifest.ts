import { site } from '../../content/content.ts'
import { ownMark } from '../sections/shared/content-pictures.ts'

export const GET = () =>
  Response.json({
    name: site.name,
    short_name: site.name,
    description: site.description,
    lang: site.language,
    start_url: '/',
    display: 'minimal-ui',
    background_color: '#fbf8f1',
    theme_color: '#5a1f17',
    icons: ownMark
      ? [{ src: ownMark, sizes: 'any' }]
      : [
          { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
          { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
          { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
          { src: '/icon-maskable.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
        ],
  })
