import { type ReactNode, useId } from 'react'

interface BannerProps {
  readonly title: string
  readonly children: ReactNode
  /** A button at the end. */
  readonly action?: ReactNode
}

/** A message above the list about a problem, with a button that helps. */
export function Banner({ title, children, action }: BannerProps) {
  const id = useId()
  return (
    <section className="row middle alarm" data-beside="" role="alert" aria-labelledby={id}>
      <div className="entry">
        <h2 id={id}>{title}</h2>
        <p className="soft small">{children}</p>
      </div>
      {action}
    </section>
  )
}
