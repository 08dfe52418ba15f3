import { createElement, Fragment, type ReactNode } from 'react'
import { translate } from '../../shared/translate.ts'

/** Around the number of an element: a character that no text has. */
const edge = '\ue000'

/** Says a sentence whose values are elements, such as a bold day: `translate` for markup. */
export const translateNodes = (parts: TemplateStringsArray, ...nodes: readonly ReactNode[]): ReactNode =>
  createElement(
    Fragment,
    null,
    ...translate(parts, ...nodes.map((_, at) => `${edge}${at}${edge}`))
      .split(edge)
      .map((part, at) => (at % 2 === 0 ? part : nodes[Number(part)])),
  )
