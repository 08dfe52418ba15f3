import { Component, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Notice, Screen } from './Screen.tsx'

interface BoundaryProps {
  /** The page's title. */
  readonly title: string
  readonly children: ReactNode
}

/** Replaces a page whose rendering failed, so that the window is never empty. Notes and unsent messages are stored in the browser. */
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
          <p>An error occurred. What you wrote is kept.</p>
          <Button onClick={() => location.reload()}>Reload</Button>
        </Notice>
      </Screen>
    )
  }
}
