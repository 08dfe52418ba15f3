/** What a key handler gets: an event of the browser, or of React. */
interface KeyPress {
  readonly key: string
  readonly keyCode: number
  readonly isComposing?: boolean
  readonly nativeEvent?: { readonly isComposing: boolean }
}

/**
 * The key that a handler may act on. Empty while the key belongs to an input method, whose Enter ends a word: Chrome and Firefox say `isComposing`, Safari only
 * says 229 for the key that ends the word, others name it `Process`. No other file reads the key of an event (tests/forgotten.test.ts).
 */
export function typedKey({ key, keyCode, isComposing, nativeEvent }: KeyPress): string {
  const isOfInputMethod = isComposing === true || nativeEvent?.isComposing === true || keyCode === 229 || key === 'Process'
  return isOfInputMethod ? '' : key
}
