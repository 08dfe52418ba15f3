// bundled alone, like the script that a page loads when something waits
import worker from '../../form-view/delivery/service-worker.ts?worker&url'

/** The service worker: a path that stays, which loads the script whose name changes with its content. */
export const GET = () => new Response(`import '${worker}'\n`, { headers: { 'Content-Type': 'text/javascript; charset=utf-8' } })
