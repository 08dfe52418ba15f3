import type { ComponentProps } from 'react'

interface DeskLinkProps extends Omit<ComponentProps<'a'>, 'onClick'> {
  readonly href: string
  readonly follow: () => void
}

/** A link within the desk. A plain click calls `follow`; with Ctrl, Cmd or Shift, the browser opens `href` elsewhere. */
export const DeskLink = ({ href, follow, children, ...attributes }: DeskLinkProps) => (
  <a
    {...attributes}
    href={href}
    onClick={(event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      follow()
    }}
  >
    {children}
  </a>
)
