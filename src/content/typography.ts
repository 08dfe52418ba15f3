/** Sets straight quotation marks and apostrophes as a printer would: “so”, ‘so’, don’t. */
export const typographic = (text: string): string =>
  text
    .replace(/(^|[\s([{*–—“])"/gm, '$1“')
    .replaceAll('"', '”')
    .replace(/(^|[\s([{*–—“])'(?!\d0s)/gm, '$1‘')
    .replaceAll("'", '’')
