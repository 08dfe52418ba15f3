/** Downloads a URL. */
export function download(href: string, name = ''): void {
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
}

/** Saves bytes as a file of this name. */
export function saveBlob(blob: Blob, name: string): void {
  const href = URL.createObjectURL(blob)
  download(href, name)
  // A download starts some time after the click.
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}
