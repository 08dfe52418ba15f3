// Bundled separately, like the script that a page loads if submissions are queued.
import worker from '../../form-view/delivery/service-worker.ts?worker&url'

/** The service worker at a constant path. It loads the script, whose name changes with its content. */
export const GET = () => new Response(`import '${worker}'\n`, { headers: { 'Content-Type': 'text/javascript; charset=utf-8' } })
