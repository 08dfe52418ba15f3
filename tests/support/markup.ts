/** Markup without class names, which belong to the design. */
export const unstyled = (html: string): string => html.replaceAll(/ class="[^"]*"/g, '')
