import { Component, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Notice, Screen } from './Screen.tsx'

interface BoundaryProps {
  /** The page's title. */
  readonly title: string
  readonly children: ReactNode
}

/** Stands in for a page whose drawing failed: never an empty window. Notes save themselves as they go, and unsent messages stay in the tab. */
export class Boundary extends Component<BoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render(): ReactNode {
    const { title, children } = this.props
    if (!this.state.failed) return children
    return (
      <Screen title={title}>
        <Notice title="The desk stopped" failed>
          <p>Something in it failed. What you wrote is kept.</p>
          <Button onClick={() => location.reload()}>Reload</Button>
        </Notice>
      </Screen>
    )
  }
}
