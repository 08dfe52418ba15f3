/** Loads a style sheet that is not part of the page; resolves even if that fails. */
export const loadSheet = (url: string): Promise<void> =>
  new Promise((resolve) => {
    if (document.querySelector(`link[href="${url}"]`) !== null) return resolve()
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: url })
    link.onload = link.onerror = () => resolve()
    document.head.append(link)
  })
