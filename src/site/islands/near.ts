import { draftHash } from '../../form-view/web-storage.ts'

/**
 * The directive `client:near`. It loads the script of an island before the island comes into view, so that it is ready at the first touch, or immediately
 * if the URL is the link of a draft. Then it calls the script's `start`. The HTML is not hydrated: if anything fails, it stays, and the browser can
 * post the form.
 */
export default (_load: unknown, _options: unknown, island: HTMLElement): void => {
  const start = (): void => {
    import(/* @vite-ignore */ island.getAttribute('component-url') ?? '')
      .then((script: { start(island: HTMLElement): void }) => script.start(island))
      .catch((error: unknown) => console.error('forms: the script did not start; the form works without it', error))
  }
  if (!('IntersectionObserver' in window) || location.hash.startsWith(draftHash)) start()
  else {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        observer.disconnect()
        start()
      },
      { rootMargin: '600px' },
    )
    for (const child of island.children) observer.observe(child)
  }
}

declare module 'astro' {
  interface AstroClientDirectives {
    /** Starts the form of an island. */
    'client:near'?: boolean
  }
}
