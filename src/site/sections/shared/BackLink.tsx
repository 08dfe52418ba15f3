import { ArrowLeft } from 'lucide-react'
import type { Link } from '../../../content/schema/values.ts'

/** A link back to the parent page. */
export function BackLink({ label, to }: Link) {
  return (
    <a className="touch screen" href={to}>
      <ArrowLeft aria-hidden="true" size={20} />
      {label}
    </a>
  )
}
